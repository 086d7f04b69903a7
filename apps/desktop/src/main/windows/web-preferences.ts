import { join } from 'node:path';
import { app, type WebPreferences } from 'electron';

/**
 * For pages of a fixed size. All pages have one origin, and Chromium would zoom them with the main window: at 200% the
 * field of the find bar has no width left.
 */
export const UNZOOMED = { zoomMode: 'manual' } as const satisfies WebPreferences;

/** The preferences of every page: sandboxed, isolated from the preload, without Node. */
export function webPreferences(): WebPreferences {
  return {
    preload: join(app.getAppPath(), 'dist', 'preload', 'index.cjs'),
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    spellcheck: true,
    devTools: !app.isPackaged,
  };
}
