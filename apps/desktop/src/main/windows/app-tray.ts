import { join } from 'node:path';
import { app, Menu, nativeImage, Tray } from 'electron';
import { t } from '@parley/core';
import { roleItem } from './role-item.ts';

export interface TrayActions {
  open(): void;
  newChat(): void;
  quickAsk(): void;
}

export interface AppTray {
  /** Draws the menu again, in the current language. */
  draw(): void;
}

/** Shows the tray icon; null if the system has no tray. */
export function createTray(actions: TrayActions): AppTray | null {
  const isMac = process.platform === 'darwin';
  const image = nativeImage.createFromPath(join(app.getAppPath(), 'icons', isMac ? 'trayTemplate.png' : 'tray.png'));
  try {
    const tray = new Tray(image);
    tray.setToolTip(app.name);
    const draw = () =>
      tray.setContextMenu(
        Menu.buildFromTemplate([
          { label: t`Open ${app.name}`, click: actions.open },
          { label: t`New Chat`, click: actions.newChat },
          { label: t`Quick Ask`, click: actions.quickAsk },
          { type: 'separator' },
          roleItem('quit'),
        ]),
      );
    draw();
    // On macOS a click opens the menu.
    if (!isMac) tray.on('click', actions.open);
    return { draw };
  } catch (error) {
    console.warn('The tray icon could not be shown.', error);
    return null;
  }
}
