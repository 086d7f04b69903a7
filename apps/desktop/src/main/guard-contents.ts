import { app, type Session } from 'electron';
import { isOwnPage } from './app-origin.ts';
import { openOutside } from './open-outside.ts';

/** Whatever page is ever made in this app stays one of its own, opens no other and asks for nothing of the system. */
export function guardContents(serverUrl: () => string): void {
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
    // A system without a browser is not ours to mend.
    openOutside(url, serverUrl()).catch(() => {});
  };
}

/** Pages may write to the clipboard, and nothing else that is asked for; Electron's default is to allow everything. */
export function denyPermissions(session: Session): void {
  const isAllowed = (permission: string, origin: string) =>
    permission === 'clipboard-sanitized-write' && isOwnPage(origin);
  session.setPermissionRequestHandler((_, permission, answer, { requestingUrl }) =>
    answer(isAllowed(permission, requestingUrl)),
  );
  session.setPermissionCheckHandler((_, permission, origin) => isAllowed(permission, origin));
  session.setDevicePermissionHandler(() => false);
}
