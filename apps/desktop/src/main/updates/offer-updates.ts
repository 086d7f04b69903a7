import { app, dialog } from 'electron';
import { t } from '@parley/core';
import type { AppUpdater } from 'electron-updater';
import { canVerifyUpdates } from './can-verify-updates.ts';
import { autoUpdate, type Updates } from './auto-update.ts';

export interface OfferedUpdates {
  /** Checks because a person asked, so it reports every outcome. */
  check(): void;
}

/** Updates of a packaged app. Loads the updater only once the window is open. */
export async function offerUpdates(): Promise<OfferedUpdates> {
  const showMessage = (message: string) => void dialog.showMessageBox({ type: 'info', message, buttons: [t`OK`] });
  const onUnable = () => showMessage(t`This copy of ${app.name} doesn’t update automatically.`);
  const updater = await loadUpdater().catch((error: unknown) => {
    // An app that cannot update itself still runs.
    console.error(error);
    return null;
  });
  if (!updater) return { check: onUnable };

  const updates: Updates = autoUpdate(updater, {
    onReady: (version) => void offerRestart(version, () => updates.restart()),
    onDownload: () =>
      showMessage(t`A new version of ${app.name} is downloading. You can restart the app when it’s ready.`),
    onNothing: () => showMessage(t`You have the latest version of ${app.name}.`),
    onProblem: () => showMessage(t`Can’t reach the update server. Try again later.`),
    onUnable,
  });
  app.on('will-quit', () => updates.stop());
  return { check: () => void updates.check() };
}

async function loadUpdater(): Promise<AppUpdater | null> {
  if (!canVerifyUpdates(process.platform, process.resourcesPath)) return null;
  const { default: updater } = await import('electron-updater');
  return updater.autoUpdater;
}

async function offerRestart(version: string, restart: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: t`${app.name} ${version} is ready.`,
    detail: t`It will start the next time you open the app. Replies in progress continue on the server.`,
    buttons: [t`Later`, t`Restart Now`],
    defaultId: 1,
    cancelId: 0,
  });
  if (response === 1) restart();
}
