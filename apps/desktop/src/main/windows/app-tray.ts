import { join } from 'node:path';
import { app, Menu, nativeImage, Tray, type MenuItemConstructorOptions } from 'electron';

export interface TrayActions {
  open(): void;
  newChat(): void;
}

/** Creates the tray icon; null if the system has no tray. */
export function createTray(actions: TrayActions, quickAsk: MenuItemConstructorOptions): Tray | null {
  const isMac = process.platform === 'darwin';
  const image = nativeImage.createFromPath(join(app.getAppPath(), 'icons', isMac ? 'trayTemplate.png' : 'tray.png'));
  try {
    const tray = new Tray(image);
    tray.setToolTip(app.name);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: `Open ${app.name}`, click: actions.open },
        { label: 'New Chat', click: actions.newChat },
        quickAsk,
        { type: 'separator' },
        { role: 'quit' },
      ]),
    );
    // On macOS a click opens the menu.
    if (!isMac) tray.on('click', actions.open);
    return tray;
  } catch (error) {
    console.warn('The tray icon could not be shown.', error);
    return null;
  }
}
