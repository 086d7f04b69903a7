import { app, type Session } from 'electron';
import { isOwnPage } from './app-origin.ts';
import { openExternal } from './open-external.ts';

/** Restricts every page of this app: it cannot navigate away, open windows or get other permissions. */
export function restrictWebContents(serverUrl: () => string): void {
  app.on('web-contents-created', (_, contents) => {
    const stay = (event: { preventDefault(): void; url: string }, isMainFrame: boolean) => {
      if (isOwnPage(event.url)) return;
      event.preventDefault();
      if (isMainFrame) leave(event.url);
    };
    contents.on('will-navigate', (event) => stay(event, true));
    contents.on('will-redirect', (event) => stay(event, false));
    contents.on('will-frame-navigate', (event) => {
      // The frame of a preview: its document is part of the page around it.
      if (event.url === 'about:srcdoc') return;
      // It comes before `will-navigate`, which does not come at all if this one is prevented.
      stay(event, event.isMainFrame);
    });
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

/**
 * Pages may write to the clipboard. The main frame may also use the microphone, for dictation, but not the camera.
 * Electron's default would grant every permission.
 */
export function denyPermissions(session: Session): void {
  const isAllowed = (permission: string, url: string, hasOnlyMicrophone: boolean) =>
    isOwnPage(url) && (permission === 'clipboard-sanitized-write' || (permission === 'media' && hasOnlyMicrophone));
  session.setPermissionRequestHandler((_, permission, answer, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    const hasOnlyMicrophone = details.isMainFrame && media.length === 1 && media[0] === 'audio';
    answer(isAllowed(permission, details.requestingUrl, hasOnlyMicrophone));
  });
  session.setPermissionCheckHandler((_, permission, origin, { mediaType, isMainFrame }) =>
    isAllowed(permission, origin, mediaType === 'audio' && isMainFrame),
  );
  session.setDevicePermissionHandler(() => false);
}
