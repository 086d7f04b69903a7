import { expect } from '@playwright/test';
import { signIn } from './desktop.assertions.ts';
import { menuItem } from './harness/fake/menu.ts';
import { ask } from './support/ask.ts';
import { test } from './support/test.ts';

test('the find bar counts matches in the page and not in its own field', async ({ start, account }) => {
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

test('a download gets a safe file name and a save dialog', async ({ start, machine }) => {
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
    `${'海'.repeat(110)}.docx`,
    `${'🌊'.repeat(110)}.docx`,
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
    `${'海'.repeat(78)}.docx`,
    `${'🌊'.repeat(58)}.docx`,
  ]);
});

test('the context menu offers spelling corrections and editing commands', async ({ start }) => {
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
    linkURL: '',
    mediaType: 'none',
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
  (menuItem(menu, ['Add to Dictionary']).click as () => void)();
  expect(app.world.session.learnedWords).toEqual(['tieds']);
  expect(menuItem(menu, ['paste']).enabled).toBe(true);
  expect(menuItem(menu, ['cut']).enabled).toBe(false);
});

test('the context menu copies external links and copies and saves pictures', async ({ start }) => {
  const app = await start();
  await app.window();
  const { contents } = app.fakeWindow();
  const point = {
    misspelledWord: '',
    isEditable: false,
    selectionText: '',
    linkURL: '',
    mediaType: 'none',
    x: 3,
    y: 4,
  };
  contents.emit('context-menu', {}, { ...point, linkURL: 'app://bundle/pricing' });
  expect(app.world.popups).toEqual([]);

  const src = { mediaType: 'image', hasImageContents: true, srcURL: 'https://parley.example/api/files/harbour.png' };
  contents.emit('context-menu', {}, { ...point, ...src, linkURL: 'https://tides.example/' });
  const [menu] = app.world.popups;
  const choose = (label: string) => (menuItem(menu, [label]).click as () => void)();
  choose('Copy Link');
  expect(app.world.clipboard).toBe('https://tides.example/');
  choose('Copy Image');
  expect(contents.copied).toEqual([[3, 4]]);
  choose('Save Image…');
  expect(app.world.session.saved.map(({ name }) => name)).toEqual(['harbour.png']);
});

test('a file dropped onto the window is attached without navigation', async ({ start, account }) => {
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

test('a link in a reply opens in the system’s browser and keeps the conversation open', async ({ start, account }) => {
  const app = await start();
  const page = await app.window();
  await signIn({ page }, account);
  await ask(page, '[[echo]] See [the tables](https://tides.example/tables).');
  const before = page.url();
  await page.getByRole('main').getByRole('link', { name: 'the tables' }).click();
  await expect.poll(() => app.world.openedOutside).toEqual(['https://tides.example/tables']);
  expect(page.url()).toBe(before);
  expect(page.context().pages()).toHaveLength(1);
});

test('pictures load from the server although it is another origin', async ({ start, account }) => {
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
