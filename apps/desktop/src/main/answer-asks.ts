import { dialog, session } from 'electron';
import { DESKTOP_SIGN_IN_PATH, desktopSignInQuery } from '@parley/core';
import type { ServerState } from '../bridge.ts';
import { APP_ORIGIN } from './app-origin.ts';
import type { FindBar } from './find-bar.ts';
import { handleAsks } from './handle-asks.ts';
import type { MainWindow } from './main-window.ts';
import { openOutside } from './open-outside.ts';
import type { QuickAskWindow } from './quick-ask-window.ts';
import type { SecretVault } from './secret-vault.ts';
import type { Server } from './server.ts';
import { tellReplyEnd } from './tell-reply-end.ts';

interface Parts {
  server: Server;
  vault: SecretVault;
  main: MainWindow;
  quickAsk: QuickAskWindow;
  findBar: FindBar;
}

/** What becomes of each call of a page. */
export function answerAsks({ server, vault, main, quickAsk, findBar }: Parts): void {
  // Asked while the window is being made.
  let asked: Promise<ServerState> | null = server.askSoon();

  let isTold = vault.isLasting();
  const tellOnce = () => {
    if (isTold) return;
    isTold = true;
    void dialog.showMessageBox({
      type: 'info',
      message: 'You will be asked to sign in at each start.',
      detail: 'This system has no keychain that could keep you signed in safely, so nothing is written to the disk.',
      buttons: ['OK'],
    });
  };

  handleAsks(
    {
      async start() {
        const state = await (asked ?? server.askSoon());
        asked = null;
        return {
          server: state,
          secrets: vault.all(),
          frame: process.platform === 'darwin' ? 'inset' : 'native',
          keepsSecrets: vault.isLasting(),
        };
      },
      async keepSecret(name, value) {
        if (name === 'token' && value !== null) tellOnce();
        return vault.keep(name, value);
      },
      askServer: () => server.ask(),
      async useServer(address) {
        const before = server.url();
        const state = await server.use(address);
        if ('settings' in state) await beginAnew(state.url !== before);
        return state;
      },
      openSignIn: (request) =>
        openOutside(`${server.url()}${DESKTOP_SIGN_IN_PATH}${desktopSignInQuery(request)}`, server.url()),
      async replyEnded(reply) {
        tellReplyEnd(reply, main.current(), () => {
          main.show();
          main.tell({ type: 'command', command: { do: 'open', conversationId: reply.conversationId } });
        });
      },
      async quickAsk(text) {
        quickAsk.hide();
        main.show();
        main.tell({ type: 'command', command: { do: 'ask', text } });
      },
      async closeQuickAsk() {
        quickAsk.hide();
      },
      async find(text, forward) {
        findBar.find(text, forward);
      },
      async closeFind() {
        findBar.hide();
      },
    },
    {
      main: () => main.current()?.webContents,
      'quick-ask': () => quickAsk.current()?.webContents,
      find: () => findBar.contents(),
    },
  );

  async function beginAnew(isOther: boolean): Promise<void> {
    const window = main.current();
    if (isOther) {
      // The page that was signed in elsewhere is gone before what it kept is: it could write that again as it leaves.
      await window?.loadURL('about:blank');
      vault.forgetAll();
      await session.defaultSession.clearStorageData({ origin: APP_ORIGIN });
    }
    await window?.loadURL(`${APP_ORIGIN}/`);
  }
}
