import { expect, type Locator } from '@playwright/test';
import type { MenuItemConstructorOptions } from 'electron';
import { signIn, signInByForm } from './desktop.assertions.ts';
import { menuItem } from './harness/fake/menu.ts';
import type { HarnessApp } from './harness/launch.ts';
import { ask } from './support/ask.ts';
import { test, type TestFixtures, type WorkerFixtures } from './support/test.ts';

const QUICK_ASK = 'CommandOrControl+Shift+Space';

/** Asks in quick ask, and returns its field. */
async function askQuickly(app: HarnessApp, text: string): Promise<Locator> {
  app.world.shortcuts.get(QUICK_ASK)?.();
  const question = (await app.pageOf('/quick-ask.html')).getByRole('textbox', { name: 'Question' });
  await question.fill(text);
  await question.press('Enter');
  return question;
}

/** Asks in quick ask of a signed-in app that starts without its server. */
async function askWithoutServer({
  start,
  account,
  api,
}: Pick<TestFixtures, 'start' | 'account'> & Pick<WorkerFixtures, 'api'>) {
  const first = await start();
  await signIn({ page: await first.window() }, account);
  await first.close();
  api.cut();
  const app = await start();
  const page = await app.window();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  const question = await askQuickly(app, 'What is a neap tide?');
  await expect.poll(() => app.fakeWindow('/quick-ask.html').isVisible()).toBe(false);
  return { app, page, question };
}

test('quick ask asks its question in a new conversation in the main window', async ({ start, account }) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  app.fakeWindow().hide();
  app.world.shortcuts.get(QUICK_ASK)?.();
  const line = await app.pageOf('/quick-ask.html');
  const question = line.getByRole('textbox', { name: 'Question' });
  await expect(question).toBeFocused();
  await question.fill('What is a neap tide?');
  await question.press('Enter');
  await expect(page.getByRole('main').getByText('What is a neap tide?').first()).toBeVisible();
  expect(app.fakeWindow().isVisible()).toBe(true);
  expect(app.fakeWindow('/quick-ask.html').isVisible()).toBe(false);
  await expect(question).toHaveValue('');

  app.world.shortcuts.get(QUICK_ASK)?.();
  expect(app.fakeWindow('/quick-ask.html').isVisible()).toBe(true);
  await question.fill('Not sent yet');
  await question.press('Escape');
  await expect.poll(() => app.fakeWindow('/quick-ask.html').isVisible()).toBe(false);

  app.world.shortcuts.get(QUICK_ASK)?.();
  // Ctrl+W, or the system.
  app.fakeWindow('/quick-ask.html').close();
  expect(app.fakeWindow('/quick-ask.html').isVisible()).toBe(false);
  await expect(question).toHaveValue('Not sent yet');
});

test('quick ask keeps its question while signed out, and another account never sends it', async ({
  start,
  account,
}) => {
  const app = await start();
  const page = await app.window();
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  const question = await askQuickly(app, 'What is a neap tide?');
  await expect.poll(() => app.fakeWindow('/quick-ask.html').isVisible()).toBe(false);
  await expect(question).toHaveValue('What is a neap tide?');
  await signIn({ page }, account);
  app.world.shortcuts.get(QUICK_ASK)?.();
  await question.press('Enter');
  await expect(page.getByRole('main').getByText('What is a neap tide?').first()).toBeVisible();
  await expect(question).toHaveValue('');

  await question.fill('Typed and not sent');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(question).toHaveValue('');
});

test('New Chat and quick ask open the chat from an information page', async ({ start, account }) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  const open = () => page.evaluate(() => location.assign('/help'));
  await open();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  app.choose('File', 'New Chat');
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await open();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeHidden();
  const question = await askQuickly(app, 'What is a neap tide?');
  await expect(page.getByRole('main').getByText('What is a neap tide?').first()).toBeVisible();
  await expect(question).toHaveValue('');
});

test('quick ask keeps its question until the chat takes it, and in another language', async ({
  start,
  account,
  api,
}) => {
  const { app, page, question } = await askWithoutServer({ start, account, api });
  await expect(question).toHaveValue('What is a neap tide?');
  // As when the language changes.
  app.fakeWindow('/quick-ask.html').contents.reload();
  app.fakeWindow().contents.reload();
  await expect(question).toHaveValue('What is a neap tide?');
  api.mend();
  await expect(page.getByRole('main').getByText('What is a neap tide?').first()).toBeVisible();
  await expect(question).toHaveValue('');
});

test('quick ask keeps a question that waited for the server when the session has ended meanwhile', async ({
  start,
  account,
  stack,
  api,
}) => {
  const { page, question } = await askWithoutServer({ start, account, api });
  await fetch(`${stack.url}/api/auth/logout`, { headers: { Authorization: `Bearer ${account.token}` } });
  api.mend();
  await signInByForm(page, account);
  await expect(question).toHaveValue('What is a neap tide?');
  await expect(page.getByRole('main').getByText('What is a neap tide?')).toBeHidden();
});

test('New Chat and quick ask leave a temporary chat', async ({ start, account }) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  const temporary = page.getByText('Nothing of this is kept.');
  const begin = () => page.getByRole('button', { name: 'Temporary chat' }).first().click();
  await begin();
  await expect(temporary).toBeVisible();
  app.choose('File', 'New Chat');
  await expect(temporary).toBeHidden();
  await begin();
  await expect(temporary).toBeVisible();
  await askQuickly(app, 'What is a neap tide?');
  await expect(page.getByRole('main').getByText('What is a neap tide?').first()).toBeVisible();
  await expect(temporary).toBeHidden();
});

test('quick ask reports a shortcut used by another app and accepts a different one', async ({ start, machine }) => {
  machine.takenShortcuts.add(QUICK_ASK).add('CommandOrControl+Alt+P');
  const app = await start();
  await app.window();
  expect(app.world.dialogs.map(({ message }) => message)).toEqual(['Another app is using Ctrl+Shift+Space.']);
  expect(app.menu('File', 'Quick Ask', 'Ctrl+Shift+Space (used by another app)').checked).toBe(true);

  app.choose('File', 'Quick Ask', 'Alt+Space');
  expect([...app.world.shortcuts.keys()]).toEqual(['Alt+Space']);
  // Another app uses this shortcut, so the previous one stays.
  app.choose('File', 'Quick Ask', 'Ctrl+Alt+P');
  expect(app.world.dialogs.at(-1)?.message).toBe('Another app is using Ctrl+Alt+P.');
  expect([...app.world.shortcuts.keys()]).toEqual(['Alt+Space']);
  await app.close();
  const again = await start();
  expect([...again.world.shortcuts.keys()]).toEqual(['Alt+Space']);
  again.choose('File', 'Quick Ask', 'No Shortcut');
  expect(again.world.shortcuts.size).toBe(0);
  expect(again.world.dialogs).toEqual([]);
});

test('a reply that ends in the background shows a notification that opens its conversation', async ({
  start,
  account,
}) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  const box = page.getByRole('textbox', { name: 'Message' });
  await ask(page, 'What are tides?');
  // The window has the focus.
  expect(app.world.notifications).toEqual([]);

  await box.fill('What are spring tides?');
  // Before the reply begins, or a quick one ends first.
  app.fakeWindow().minimize();
  await box.press('Enter');
  await expect.poll(() => app.world.notifications).toHaveLength(1);
  const [notification] = app.world.notifications;
  expect(notification?.title).toBe('What are tides?');
  expect(notification?.body.length).toBeGreaterThan(10);
  app.choose('File', 'New Chat');
  await expect(page.getByText('What are tides?').nth(1)).toBeHidden();
  app.fakeWindow().blur();
  notification?.click();
  await expect(page.getByRole('main').getByText('What are spring tides?').first()).toBeVisible();
  expect(app.fakeWindow().isFocused()).toBe(true);

  await box.fill('[[slow]] What are neap tides?');
  await box.press('Enter');
  app.choose('File', 'New Chat');
  await expect.poll(() => app.world.app.badgeCount, { timeout: 60_000 }).toBe(1);
  await page
    .getByRole('complementary', { name: 'Conversations' })
    .getByRole('link', { name: 'What are tides?' })
    .click();
  await expect.poll(() => app.world.app.badgeCount).toBe(0);
});

test('the menu has the standard items of each system', async ({ start, machine }) => {
  const onLinux = await start();
  await onLinux.window();
  const roles = ['undo', 'redo', 'cut', 'copy', 'paste', 'pasteAndMatchStyle', 'selectAll'];
  for (const role of roles) expect(onLinux.menu('Edit', role).role).toBe(role);
  for (const role of ['resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen']) {
    expect(onLinux.menu('View', role).role).toBe(role);
  }
  // Zooming in needs no Shift on keyboards where plus shares a key with the equals sign.
  const view = onLinux.menu('View').submenu as MenuItemConstructorOptions[];
  expect(view.filter(({ role }) => role === 'zoomIn').map(({ accelerator }) => accelerator)).toEqual([
    undefined,
    'CommandOrControl+=',
  ]);
  expect(onLinux.menu('File', 'quit').role).toBe('quit');
  expect(onLinux.menu('File', 'Settings').accelerator).toBe('CmdOrCtrl+,');
  onLinux.choose('help', 'Help');
  await expect.poll(() => onLinux.world.openedOutside).toHaveLength(1);
  expect(onLinux.world.openedOutside[0]).toMatch(/\/help$/);
  await onLinux.close();

  machine.platform = 'darwin';
  const onMac = await start();
  await onMac.window();
  expect(onMac.menu('Parley', 'Settings…').accelerator).toBe('CmdOrCtrl+,');
  for (const role of ['about', 'services', 'hide', 'hideOthers', 'unhide', 'quit']) {
    expect(onMac.menu('Parley', role).role).toBe(role);
  }
  expect(onMac.menu('windowMenu').role).toBe('windowMenu');
  expect(onMac.fakeWindow().options).toMatchObject({
    titleBarStyle: 'hiddenInset',
    trafficLightPosition: { x: 19, y: 20 },
  });
});

test('the menu and tray open settings and new chats even when the window is hidden', async ({ start, account }) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  app.choose('File', 'Settings');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await ask(page, 'One');

  // Closing only hides the window; the app keeps running.
  app.fakeWindow().close();
  expect(app.fakeWindow().isVisible()).toBe(false);
  expect(app.world.app.hasQuit).toBe(false);
  const [tray] = app.world.trays;
  expect(tray?.tooltip).toBe('Parley');
  (menuItem(tray?.menu, ['New Chat']).click as () => void)();
  expect(app.fakeWindow().isVisible()).toBe(true);
  await expect(page.getByRole('button', { name: 'Retry generation' })).toBeHidden();
  app.fakeWindow().close();
  tray?.click();
  expect(app.fakeWindow().isVisible()).toBe(true);

  app.world.app.quit();
  expect(app.world.windows.size).toBe(0);
});

test('a window closed in full screen on macOS leaves it first: hidden at once, it stays as a black screen', async ({
  start,
  machine,
}) => {
  machine.platform = 'darwin';
  const app = await start();
  await app.window();
  const window = app.fakeWindow();
  window.setFullScreen(true);
  await expect.poll(() => window.isFullScreen()).toBe(true);
  const hiddenInFullScreen: boolean[] = [];
  window.on('hide', () => hiddenInFullScreen.push(window.isFullScreen()));
  // Pressed again while the window leaves full screen.
  window.close();
  window.close();
  await expect.poll(() => window.isVisible()).toBe(false);
  expect(hiddenInFullScreen).not.toContain(true);
  app.world.app.emit('activate');
  expect(window.isVisible()).toBe(true);
  window.setFullScreen(true);
  await expect.poll(() => window.isFullScreen()).toBe(true);
  window.setFullScreen(false);
  await expect.poll(() => window.isFullScreen()).toBe(false);
  expect(window.isVisible()).toBe(true);
});

test('a page that asks to stay, as a temporary chat does, cannot keep the app from quitting', async ({ start }) => {
  const app = await start();
  await app.window();
  let isLeaving = false;
  const event = { preventDefault: () => void (isLeaving = true) };
  app.fakeWindow().contents.emit('will-prevent-unload', event);
  expect(isLeaving).toBe(true);
});
