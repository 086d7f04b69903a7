import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import { t } from '@parley/core';
import { roleItem } from './role-item.ts';

export interface MenuActions {
  newChat(): void;
  settings(): void;
  chooseServer(): void;
  find(): void;
  openHelp(): void;
  /** Null if this build does not update itself. */
  checkForUpdates: (() => void) | null;
}

/** The application menu, as the system's conventions have it. `quickAsk` is the submenu of quick ask. */
export function setAppMenu(actions: MenuActions, quickAsk: MenuItemConstructorOptions[]): void {
  const isMac = process.platform === 'darwin';
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const settings: MenuItemConstructorOptions = {
    label: isMac ? t`Settings…` : t`Settings`,
    accelerator: 'CmdOrCtrl+,',
    click: actions.settings,
  };
  const server: MenuItemConstructorOptions = { label: t`Choose Server…`, click: actions.chooseServer };
  const updates: MenuItemConstructorOptions[] = actions.checkForUpdates
    ? [{ label: t`Check for Updates…`, click: actions.checkForUpdates }]
    : [];
  const ofMac: MenuItemConstructorOptions[] = [
    roleItem('about'),
    ...updates,
    separator,
    settings,
    server,
    separator,
    roleItem('services'),
    separator,
    roleItem('hide'),
    roleItem('hideOthers'),
    roleItem('unhide'),
    separator,
    roleItem('quit'),
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ label: app.name, submenu: ofMac }] : []),
      {
        label: menuLabel(t`&File`),
        submenu: [
          { label: t`New Chat`, accelerator: 'CmdOrCtrl+N', click: actions.newChat },
          { label: t`Quick Ask`, submenu: quickAsk },
          separator,
          ...(isMac ? [roleItem('close')] : [settings, server, separator, roleItem('quit')]),
        ],
      },
      {
        label: menuLabel(t`&Edit`),
        submenu: [
          roleItem('undo'),
          roleItem('redo'),
          separator,
          roleItem('cut'),
          roleItem('copy'),
          roleItem('paste'),
          roleItem('pasteAndMatchStyle'),
          roleItem('selectAll'),
          separator,
          { label: t`Find…`, accelerator: 'CmdOrCtrl+F', click: actions.find },
        ],
      },
      {
        label: menuLabel(t`&View`),
        submenu: [
          roleItem('reload'),
          ...(app.isPackaged ? [] : [roleItem('toggleDevTools')]),
          separator,
          roleItem('resetZoom'),
          roleItem('zoomIn'),
          // On layouts where plus needs Shift, people press the key without it.
          roleItem('zoomIn', { accelerator: 'CommandOrControl+=', visible: false }),
          roleItem('zoomOut'),
          separator,
          roleItem('togglefullscreen'),
        ],
      },
      isMac
        ? roleItem('windowMenu', {
            submenu: [roleItem('minimize'), roleItem('zoom'), separator, roleItem('front')],
          })
        : { label: menuLabel(t`&Window`), submenu: [roleItem('minimize'), roleItem('close')] },
      roleItem('help', {
        submenu: [
          { label: t`Help`, click: actions.openHelp },
          ...(isMac ? [] : [...updates, separator, roleItem('about')]),
        ],
      }),
    ]),
  );
}

/** Alt and the letter after `&` open the menu, except on macOS. Japanese adds the letter in brackets: `(&F)`. */
function menuLabel(label: string): string {
  return process.platform === 'darwin' ? label.replace(/\(&\w\)|&/, '') : label;
}
