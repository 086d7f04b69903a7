import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MenuItemConstructorOptions } from 'electron';
import { setTranslator } from '@parley/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findMainMessages, pickTexts } from '../../../vite/read-main-texts.ts';
import { openSettingsFile } from '../system/settings-file.ts';
import { setAppMenu } from '../windows/app-menu.ts';
import { createAppLanguage } from './app-language.ts';
import { createTranslator, type MainTexts } from './main-texts.ts';

const electron = vi.hoisted(() => ({
  app: { name: 'Parley', isPackaged: true, getPreferredSystemLanguages: () => ['de-CH', 'en'] },
  Menu: { buildFromTemplate: (template: unknown) => template, setApplicationMenu: vi.fn<(menu: unknown) => void>() },
}));
vi.mock('electron', () => electron);

const GERMAN: MainTexts = {
  de: {
    messages: { '&File': '&Datei', 'New Chat': 'Neuer Chat', Undo: 'Rückgängig', 'About {0}': 'Über {0}' },
    plurals: {},
  },
};
const MAIN = join(import.meta.dirname, '..');
const { platform } = process;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-language-'));
  for (const language of ['de', 'ar']) {
    mkdirSync(join(folder, language));
    writeFileSync(join(folder, language, 'index.html'), '');
  }
});
afterEach(() => {
  setPlatform(platform);
  setTranslator(null);
  rmSync(folder, { recursive: true });
});

it('the menu is in the language of the app', () => {
  setPlatform('linux');
  const language = createAppLanguage(openSettings(), GERMAN, folder);
  expect(language.id()).toBe('de');
  expect(drawMenu()).toEqual(expect.arrayContaining(['&Datei', 'Neuer Chat', 'Rückgängig', 'About', '&View']));
  language.choose('en');
  expect(drawMenu()).toEqual(expect.arrayContaining(['&File', 'New Chat', 'Undo']));
});

it('the menu on macOS names the app and has no letters for Alt', () => {
  setPlatform('darwin');
  createAppLanguage(openSettings(), GERMAN, folder);
  expect(drawMenu()).toEqual(expect.arrayContaining(['Datei', 'Neuer Chat', 'Über Parley']));
  const texts = { messages: { '&File': 'ファイル(&F)' }, plurals: {} };
  setTranslator(createTranslator('ja', texts));
  expect(drawMenu()).toContain('ファイル');
});

it('the choice of a language is kept, and a language without texts or pages is not offered', () => {
  const texts: MainTexts = { de: GERMAN.de!, fr: { messages: {}, plurals: {} } };
  const language = createAppLanguage(openSettings(), texts, folder);
  for (const [chosen, used] of [
    ['fr', 'de'],
    ['ar', 'de'],
    ['en', 'en'],
  ] as const) {
    language.choose(chosen);
    expect(language.id()).toBe(used);
    expect(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8'))).toEqual({ language: chosen });
  }
  expect(createAppLanguage(openSettings(), texts, folder).id()).toBe('en');
});

it('a damaged choice in the settings file counts as none', () => {
  writeFileSync(join(folder, 'settings.json'), '{"language":"../de","quickAskKeys":"Alt+Space"}');
  const file = openSettings();
  expect(file.read()).toEqual({ quickAskKeys: 'Alt+Space' });
  expect(createAppLanguage(file, GERMAN, folder).id()).toBe('de');
});

it('the build picks the messages of main from a catalog and names those that it lacks', () => {
  const messages = findMainMessages(MAIN);
  expect(messages.map(({ id }) => id)).toEqual(expect.arrayContaining(['&File', 'Restart Now', 'Can’t reach {0}.']));
  const catalog: Parameters<typeof pickTexts>[1] = {
    categories: ['one', 'other'],
    ids: [],
    message: (id) => (id === 'OK' ? undefined : `${id}!`),
    plural: (id) => [`${id}?`, `${id}!`],
  };
  const counted = { ...messages[0]!, kind: 'plural' as const, id: '{0} files' };
  const { picked, missing } = pickTexts([...messages, counted], catalog);
  expect(new Set(missing)).toEqual(new Set(['"OK"']));
  expect(picked.messages['Can’t reach {0}.']).toBe('Can’t reach {0}.!');
  const translator = createTranslator('de', picked);
  expect([1, 2].map((count) => translator.plural('{0} files', count))).toEqual(['{0} files?', '{0} files!']);
  expect(translator.plural('{0} pages', 2)).toBeUndefined();
});

const openSettings = () => openSettingsFile(join(folder, 'settings.json'));

function setPlatform(value: NodeJS.Platform): void {
  Object.defineProperty(process, 'platform', { value });
}

/** The labels of the menu that was set, and of all menus in it. */
function drawMenu(): string[] {
  const nothing = () => {};
  const actions = { newChat: nothing, settings: nothing, chooseServer: nothing, find: nothing, openHelp: nothing };
  setAppMenu({ ...actions, checkForUpdates: null }, []);
  return labelsOf(electron.Menu.setApplicationMenu.mock.lastCall?.[0] as MenuItemConstructorOptions[]);
}

function labelsOf(items: MenuItemConstructorOptions[]): string[] {
  return items.flatMap(({ label = '', submenu = [] }) => [label, ...labelsOf(submenu as MenuItemConstructorOptions[])]);
}
