import { expect } from '@playwright/test';
import { signIn } from './desktop.assertions.ts';
import { menuItem } from './harness/fake/menu.ts';
import { ask } from './support/ask.ts';
import { test } from './support/test.ts';

const QUICK_ASK = 'CommandOrControl+Shift+Space';

test('quick ask: called from anywhere, it asks in a new conversation of the window', async ({ start, account }) => {
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
  await question.press('Escape');
  await expect.poll(() => app.fakeWindow('/quick-ask.html').isVisible()).toBe(false);
});

test('quick ask tells when its keys belong to another program, and others can be chosen', async ({
  start,
  machine,
}) => {
  machine.takenShortcuts.add(QUICK_ASK).add('CommandOrControl+Alt+P');
  const app = await start();
  await app.window();
  expect(app.world.dialogs.map(({ message }) => message)).toEqual(['Ctrl+Shift+Space belongs to another program.']);
  expect(app.menu('File', 'Quick Ask', 'Ctrl+Shift+Space (taken by another program)').checked).toBe(true);

  app.choose('File', 'Quick Ask', 'Alt+Space');
  expect([...app.world.shortcuts.keys()]).toEqual(['Alt+Space']);
  // Somebody else's: what worked goes on.
  app.choose('File', 'Quick Ask', 'Ctrl+Alt+P');
  expect(app.world.dialogs.at(-1)?.message).toBe('Ctrl+Alt+P belongs to another program.');
  expect([...app.world.shortcuts.keys()]).toEqual(['Alt+Space']);
  await app.close();
  const again = await start();
  expect([...again.world.shortcuts.keys()]).toEqual(['Alt+Space']);
  again.choose('File', 'Quick Ask', 'No Keys');
  expect(again.world.shortcuts.size).toBe(0);
  expect(again.world.dialogs).toEqual([]);
});

test('a reply that ends while nobody looks is notified of, and the notification leads to it', async ({
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
  await box.press('Enter');
  app.fakeWindow().minimize();
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
});

test('the menu has what people look for on their system', async ({ start, machine }) => {
  const onLinux = await start();
  await onLinux.window();
  const roles = ['undo', 'redo', 'cut', 'copy', 'paste', 'pasteAndMatchStyle', 'selectAll'];
  for (const role of roles) expect(onLinux.menu('Edit', role).role).toBe(role);
  for (const role of ['resetZoom', 'zoomIn', 'zoomOut', 'togglefullscreen']) {
    expect(onLinux.menu('View', role).role).toBe(role);
  }
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

test('menu and tray open settings and new chats in the window, wherever it is', async ({ start, account }) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  app.choose('File', 'Settings');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(settings).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await ask(page, 'One');

  // Closing leaves it running where it can be called back.
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

test('finds text in the page, not in its own line', async ({ start, account }) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  await ask(page, '[[sample]] Show me');
  app.choose('Edit', 'Find…');
  const line = await app.pageOf('/find.html');
  const field = line.getByRole('searchbox', { name: 'Find' });
  await expect(field).toBeFocused();
  await field.fill('show me');
  await expect(line.getByRole('status')).toHaveText(/^1 of [1-9]\d*$/);
  await field.press('Enter');
  await expect(line.getByRole('status')).toHaveText(/^(?:2 of|1 of 1$)/);
  await field.fill('certainly not in there');
  await expect(line.getByRole('status')).toHaveText('0 of 0');
  await field.press('Escape');
  await expect.poll(() => app.fakeWindow().views.size).toBe(0);
});

test('saves under a name that is one, where the person says', async ({ start, machine }) => {
  const app = await start();
  const page = await app.window();
  const { session } = app.world;
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['text']));
    link.download = 'My chats.zip';
    link.click();
  });
  await expect.poll(() => session.saved.map(({ name }) => name)).toEqual(['My chats.zip']);
  for (const name of [
    '../../.bashrc',
    '..\\..\\start.bat',
    '/etc/passwd',
    'con',
    'a\u0000b\u202Egpj.exe',
    '....',
    '',
    `${'x'.repeat(400)}.pdf`,
  ]) {
    session.downloadNamed(name);
  }
  const folder = `${machine.userData}/downloads/`;
  const names = session.saved.map(({ options }) => options?.defaultPath ?? '');
  expect(names.every((path) => path.startsWith(folder))).toBe(true);
  expect(names.map((path) => path.slice(folder.length))).toEqual([
    'My chats.zip',
    '_.._.bashrc',
    '_.._start.bat',
    '_etc_passwd',
    '_',
    'abgpj.exe',
    '_',
    'download',
    `${'x'.repeat(116)}.pdf`,
  ]);
});

test('offers spellings and what can be done with text', async ({ start }) => {
  const app = await start();
  await app.window();
  const { contents } = app.fakeWindow();
  expect(app.fakeWindow().options.webPreferences).toMatchObject({ spellcheck: true });
  const nothing = {
    misspelledWord: '',
    dictionarySuggestions: [],
    isEditable: false,
    editFlags: {},
    selectionText: '',
  };
  contents.emit('context-menu', {}, nothing);
  expect(app.world.popups).toEqual([]);
  contents.emit(
    'context-menu',
    {},
    {
      ...nothing,
      misspelledWord: 'tieds',
      dictionarySuggestions: ['tides', 'tied'],
      isEditable: true,
      editFlags: { canCut: false, canCopy: false, canPaste: true },
    },
  );
  const [menu] = app.world.popups;
  (menuItem(menu, ['tides']).click as () => void)();
  expect(contents.corrections).toEqual(['tides']);
  (menuItem(menu, ['Add to dictionary']).click as () => void)();
  expect(app.world.session.learnedWords).toEqual(['tieds']);
  expect(menuItem(menu, ['paste']).enabled).toBe(true);
  expect(menuItem(menu, ['cut']).enabled).toBe(false);
});

test('takes a file that is dropped onto the window, and stays on its page', async ({ start, account }) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['The tide rises twelve metres.'], 'notes.txt', { type: 'text/plain' }));
    return transfer;
  });
  const main = page.getByRole('main');
  await main.dispatchEvent('dragenter', { dataTransfer: files });
  await main.dispatchEvent('dragover', { dataTransfer: files });
  await main.dispatchEvent('drop', { dataTransfer: files });
  await expect(main.getByText('notes.txt').first()).toBeVisible();
});

test('shows pictures of the server, which is another origin', async ({ start, account }) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  await page.getByRole('radio', { name: 'Image' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Message' }).fill('a harbour at dawn');
  await page.getByRole('textbox', { name: 'Message' }).press('Enter');
  const picture = page
    .getByRole('main')
    .getByRole('img', { name: /harbour/ })
    .first();
  await expect(picture).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  expect(app.world.errors).toEqual([]);
});
