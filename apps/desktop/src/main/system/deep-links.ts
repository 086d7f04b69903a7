import { app } from 'electron';
import { DEEP_LINK_SCHEME, parseDeepLink, type DeepLink } from '@parley/core';
import { registerAppImage } from './register-app-image.ts';

/**
 * Registers the app for `parley://` links and passes on the valid ones. Call before the app is ready. A link is only
 * parsed: never loaded, opened or used as a path. Calls `onOther` when the app was started again without a link.
 */
export function followDeepLinks(onLink: (link: DeepLink) => void, onOther: () => void): void {
  const take = (url: string | undefined) => {
    const link = url === undefined ? null : parseDeepLink(url);
    if (link) onLink(link);
    else onOther();
  };
  if (app.isPackaged && !registerAppImage()) app.setAsDefaultProtocolClient(DEEP_LINK_SCHEME);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    take(url);
  });
  app.on('second-instance', (_, argv) => take(linkIn(argv)));
  const first = linkIn(process.argv);
  if (first !== undefined) take(first);
}

/** Windows and Linux pass the link as an argument, among others of Chromium's. */
function linkIn(argv: readonly string[]): string | undefined {
  return argv.find((argument) => argument.toLowerCase().startsWith(`${DEEP_LINK_SCHEME}:`));
}
