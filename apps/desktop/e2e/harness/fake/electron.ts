import type { BrowserWindowConstructorOptions, WebContentsViewConstructorOptions } from 'electron';
import { fakeMenu } from './menu.ts';
import { strict } from './strict.ts';
import { fakeNotification, fakeSystem, fakeTray } from './system.ts';
import { FakeView } from './view.ts';
import { FakeWindow } from './window.ts';
import type { World } from './world.ts';

/** The module that main imports as 'electron' in this run. Importing a missing name fails. */
export function fakeElectron(world: World): Record<string, unknown> {
  const parts = {
    app: world.app,
    ipcMain: world.ipcMain,
    autoUpdater: world.autoUpdater,
    session: { defaultSession: strict('Session', world.session) },
    ...fakeSystem(world),
  };
  return {
    ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strict(name, part)])),
    BrowserWindow: class BrowserWindow {
      constructor(options: BrowserWindowConstructorOptions) {
        return strict('BrowserWindow', new FakeWindow(world, options));
      }
    },
    WebContentsView: class WebContentsView {
      constructor(options: WebContentsViewConstructorOptions) {
        return strict('WebContentsView', new FakeView(world, options));
      }
    },
    Menu: strict('Menu', fakeMenu(world)),
    Tray: strict('Tray', fakeTray(world)),
    Notification: strict('Notification', fakeNotification(world)),
  };
}
