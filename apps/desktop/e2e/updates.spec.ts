import { expect } from '@playwright/test';
import { test } from './support/test.ts';

const UNABLE = 'This copy of Parley doesn’t update automatically.';

for (const [platform, what] of [
  ['win32', 'on Windows, where it is not signed'],
  ['linux', 'on Linux, where it is no AppImage'],
] as const) {
  test(`a packed app without automatic updates says so ${what}`, async ({ start, machine }) => {
    machine.platform = platform;
    const app = await start({ isPackaged: true });
    await app.window();
    app.choose('help', 'Check for Updates…');
    await expect.poll(() => app.world.dialogs.map(({ message }) => message)).toEqual([UNABLE]);
  });
}

test('an unpacked app has no update menu item', async ({ start }) => {
  const app = await start();
  await app.window();
  expect(() => app.menu('help', 'Check for Updates…')).toThrow('No item');
});

test('a restart for an update on macOS closes the windows instead of hiding them', async ({ start, machine }) => {
  machine.platform = 'darwin';
  const app = await start();
  await app.window();
  app.fakeWindow().close();
  expect(app.world.windows.size).toBe(1);
  app.world.app.emit('activate');
  app.world.autoUpdater.emit('before-quit-for-update');
  app.fakeWindow().close();
  expect(app.world.windows.size).toBe(0);
});
