import { app, dialog } from 'electron';
import type { Updates } from './keep-up-to-date.ts';

export interface OfferedUpdates {
  look(): void;
}

/** Updates of a packaged app. What they need is loaded only once the window is there. */
export async function offerUpdates(): Promise<OfferedUpdates> {
  const [{ default: updater }, { keepUpToDate }] = await Promise.all([
    import('electron-updater'),
    import('./keep-up-to-date.ts'),
  ]);
  const tell = (message: string) => void dialog.showMessageBox({ type: 'info', message, buttons: ['OK'] });
  const updates: Updates = keepUpToDate(updater.autoUpdater, {
    onReady: (version) => void offerRestart(version, () => updates.restart()),
    onNothing: () => tell(`This is the newest ${app.name}.`),
    onProblem: () => tell('The place where updates come from does not answer.'),
  });
  return { look: () => void updates.look() };
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
