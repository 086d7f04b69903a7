import { join } from 'node:path';
import { app, type WebPreferences } from 'electron';

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
