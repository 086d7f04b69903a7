import { app, type Session } from 'electron';
import { isOwnPage } from './app-origin.ts';
import { openExternal } from './open-external.ts';

/** Restricts every page of this app: it cannot navigate away, open windows or get permissions. */
export function restrictWebContents(serverUrl: () => string): void {
  app.on('web-contents-created', (_, contents) => {
    const stay = (event: { preventDefault(): void; url: string }, isMainFrame: boolean) => {
      if (isOwnPage(event.url)) return;
      event.preventDefault();
      if (isMainFrame) leave(event.url);
    };
    contents.on('will-navigate', (event) => stay(event, true));
    contents.on('will-redirect', (event) => stay(event, false));
    contents.on('will-frame-navigate', (event) => stay(event, false));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      leave(url);
      return { action: 'deny' };
    });
  });

  const leave = (url: string): void => {
    // The system has no browser; the app cannot help that.
    openExternal(url, serverUrl()).catch(() => {});
  };
}

/** Pages may only write to the clipboard. Electron's default would grant every permission. */
export function denyPermissions(session: Session): void {
  const isAllowed = (permission: string, origin: string) =>
    permission === 'clipboard-sanitized-write' && isOwnPage(origin);
  session.setPermissionRequestHandler((_, permission, answer, { requestingUrl }) =>
    answer(isAllowed(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_, permission, origin) => isAllowed(permission, origin));
  session.setDevicePermissionHandler(() => false);
}
