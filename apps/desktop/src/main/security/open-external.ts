import { dialog, shell } from 'electron';
import { isLoopback, t } from '@parley/core';

const LONGEST = 4096;

/**
 * Opens an address in the system's browser: https at once, and http on this machine if the chosen server runs on it;
 * other http and mailto only after a question. Opens nothing else.
 */
export async function openExternal(address: string, serverUrl: string): Promise<void> {
  if (address.length > LONGEST || !URL.canParse(address)) return;
  const url = new URL(address);
  if (url.protocol === 'https:' || isOfServer(url, serverUrl)) return shell.openExternal(url.href);
  if ((url.protocol === 'http:' || url.protocol === 'mailto:') && (await isWanted(url))) {
    await shell.openExternal(url.href);
  }
}

/** Whatever their ports: on a laptop the sandbox's Stripe has another one than the server. */
function isOfServer(url: URL, serverUrl: string): boolean {
  const server = new URL(serverUrl);
  if (url.protocol !== 'http:' || server.protocol !== 'http:') return false;
  return isLoopback(url.hostname) && isLoopback(server.hostname);
}

async function isWanted(url: URL): Promise<boolean> {
  const isMail = url.protocol === 'mailto:';
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: isMail ? t`Open your email app?` : t`Open this unencrypted page?`,
    detail: isMail ? url.pathname.slice(0, 200) : url.href.slice(0, 200),
    buttons: [t`Cancel`, t`Open`],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1;
}
