import { join } from 'node:path';
import { app, type WebPreferences } from 'electron';

/** What every page of the app runs with: in the sandbox, apart from the preload, with nothing of Node. */
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
