import { app, dialog } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { canCheckUpdates } from './can-check-updates.ts';
import { keepUpToDate, type Updates } from './keep-up-to-date.ts';

export interface OfferedUpdates {
  /** Because a person asked: whatever comes of it is told. */
  look(): void;
}

/** Updates of a packaged app. What they need is loaded only once the window is there. */
export async function offerUpdates(): Promise<OfferedUpdates> {
  const tell = (message: string) => void dialog.showMessageBox({ type: 'info', message, buttons: ['OK'] });
  const onUnable = () => tell(`This copy of ${app.name} does not update itself.`);
  const updater = await loadUpdater().catch((error: unknown) => {
    // An app that cannot update itself still runs.
    console.error(error);
    return null;
  });
  if (!updater) return { look: onUnable };

  const updates: Updates = keepUpToDate(updater, {
    onReady: (version) => void offerRestart(version, () => updates.restart()),
    onNothing: () => tell(`This is the newest ${app.name}.`),
    onProblem: () => tell('The place where updates come from does not answer.'),
    onUnable,
  });
  app.on('will-quit', () => updates.stop());
  return { look: () => void updates.look() };
}

async function loadUpdater(): Promise<AppUpdater | null> {
  if (!canCheckUpdates(process.platform, process.resourcesPath)) return null;
  const { default: updater } = await import('electron-updater');
  return updater.autoUpdater;
}

async function offerRestart(version: string, restart: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: `${app.name} ${version} is ready.`,
    detail: 'It starts by itself the next time. Replies that are being written go on at the server.',
    buttons: ['Later', 'Restart Now'],
    defaultId: 1,
    cancelId: 0,
  });
  if (response === 1) restart();
}
