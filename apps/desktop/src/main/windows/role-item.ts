import { app, type MenuItemConstructorOptions } from 'electron';
import { inContext, t } from '@parley/core';

type Labels = ReturnType<typeof labels>;

/** A menu item that the system acts on. Electron would label it in English. */
export function roleItem(role: keyof Labels, more: MenuItemConstructorOptions = {}): MenuItemConstructorOptions {
  return { role, label: labels()[role], ...more };
}

function labels() {
  const { platform } = process;
  const isMac = platform === 'darwin';
  const quit = platform === 'win32' ? t`Exit` : t`Quit`;
  return {
    about: platform === 'linux' ? inContext('menu item')`About` : t`About ${app.name}`,
    close: isMac ? t`Close Window` : t`Close`,
    copy: t`Copy`,
    cut: t`Cut`,
    front: t`Bring All to Front`,
    help: t`Help`,
    hide: t`Hide ${app.name}`,
    hideOthers: t`Hide Others`,
    minimize: t`Minimize`,
    paste: t`Paste`,
    pasteAndMatchStyle: t`Paste and Match Style`,
    quit: isMac ? t`Quit ${app.name}` : quit,
    redo: t`Redo`,
    reload: t`Reload`,
    resetZoom: t`Actual Size`,
    selectAll: t`Select All`,
    services: t`Services`,
    toggleDevTools: t`Toggle Developer Tools`,
    togglefullscreen: t`Toggle Full Screen`,
    undo: t`Undo`,
    unhide: t`Show All`,
    windowMenu: t`Window`,
    zoom: t`Zoom`,
    zoomIn: t`Zoom In`,
    zoomOut: t`Zoom Out`,
  } as const satisfies Partial<Record<NonNullable<MenuItemConstructorOptions['role']>, string>>;
}
