import { app, Menu, type MenuItemConstructorOptions } from 'electron';

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
    label: isMac ? 'Settings…' : 'Settings',
    accelerator: 'CmdOrCtrl+,',
    click: actions.settings,
  };
  const server: MenuItemConstructorOptions = { label: 'Choose Server…', click: actions.chooseServer };
  const updates: MenuItemConstructorOptions[] = actions.checkForUpdates
    ? [{ label: 'Check for Updates…', click: actions.checkForUpdates }]
    : [];
  const ofMac: MenuItemConstructorOptions[] = [
    { role: 'about' },
    ...updates,
    separator,
    settings,
    server,
    separator,
    { role: 'services' },
    separator,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { role: 'quit' },
  ];
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(isMac ? [{ label: app.name, submenu: ofMac }] : []),
      {
        label: isMac ? 'File' : '&File',
        submenu: [
          { label: 'New Chat', accelerator: 'CmdOrCtrl+N', click: actions.newChat },
          { label: 'Quick Ask', submenu: quickAsk },
          separator,
          ...(isMac ? [{ role: 'close' as const }] : [settings, server, separator, { role: 'quit' as const }]),
        ],
      },
      {
        label: isMac ? 'Edit' : '&Edit',
        submenu: [
          { role: 'undo' },
          { role: 'redo' },
          separator,
          { role: 'cut' },
          { role: 'copy' },
          { role: 'paste' },
          { role: 'pasteAndMatchStyle' },
          { role: 'selectAll' },
          separator,
          { label: 'Find…', accelerator: 'CmdOrCtrl+F', click: actions.find },
        ],
      },
      {
        label: isMac ? 'View' : '&View',
        submenu: [
          { role: 'reload' },
          ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' as const }]),
          separator,
          { role: 'resetZoom' },
          { role: 'zoomIn' },
          // On layouts where plus needs Shift, people press the key without it.
          { role: 'zoomIn', accelerator: 'CommandOrControl+=', visible: false },
          { role: 'zoomOut' },
          separator,
          { role: 'togglefullscreen' },
        ],
      },
      isMac ? { role: 'windowMenu' } : { label: '&Window', submenu: [{ role: 'minimize' }, { role: 'close' }] },
      {
        role: 'help',
        submenu: [
          { label: 'Help', click: actions.openHelp },
          ...(isMac ? [] : [...updates, separator, { role: 'about' as const }]),
        ],
      },
    ]),
  );
}
