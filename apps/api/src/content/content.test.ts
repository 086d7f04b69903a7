import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INFO_PAGES, LANGUAGES, MODES } from '@parley/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldersOf, readContent, SHIPPED_CONTENT as SHIPPED, type ContentValues } from './content.ts';

const VALUES: ContentValues = {
  product: 'My_Chat*',
  messagesLimit: 7,
  windowHours: 3,
  isUnlimited: true,
  version: '1.2.3',
  isModerated: false,
  apiKeys: 'all',
  supportEmail: 'help_me@example.com',
  socialUrl: 'https://social.example/@chat',
  apiUrl: 'https://chat.example',
};

let own: string;
beforeAll(() => (own = mkdtempSync(join(tmpdir(), 'parley-content-'))));
afterAll(() => rmSync(own, { recursive: true }));

it('every page has a title and a description, and no placeholder is left', () => {
  const content = readContent([SHIPPED], VALUES);
  for (const { id } of INFO_PAGES) {
    expect(content[id].title, id).not.toBe('');
    expect(content[id].description, id).toMatch(/\.$/);
    expect(JSON.stringify(content[id]), id).not.toMatch(/\{\{|\}\}/);
  }
});

it('the help page describes every mode', () => {
  const { help } = readContent([SHIPPED], VALUES);
  for (const { label } of MODES) expect(help.markdown).toMatch(new RegExp(`^- \\*\\*${label}\\*\\* `, 'm'));
});

it('every built-in file is a page', () => {
  const names = readdirSync(SHIPPED).filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(names.sort()).toEqual(INFO_PAGES.map(({ id }) => `${id}.md`).sort());
});

it('settings are filled in as plain text, not as Markdown, and unescaped in URLs', () => {
  const { help, contact } = readContent([SHIPPED], VALUES);
  expect(help.markdown).toContain('The free plan is 7 messages every 3 hours.');
  expect(help.markdown).toContain('My\\_Chat\\* can make mistakes.');
  expect(contact.markdown).toContain('[help\\_me@example.com](mailto:help_me@example.com)');
  expect(contact.markdown).toContain('[social.example](https://social.example/@chat)');
});

it('the pages speak of checked questions only where questions are checked', () => {
  const said = (isModerated: boolean) => {
    const { privacy, help, api } = readContent([SHIPPED], { ...VALUES, isModerated });
    return [
      privacy.markdown.includes('a service that looks for harmful content'),
      help.markdown.includes('Nor is a message that this server’s rules don’t allow.'),
      api.markdown.includes('`message-refused`'),
    ];
  };
  expect([said(true), said(false)]).toEqual([
    [true, true, true],
    [false, false, false],
  ]);
});

it.each(LANGUAGES.map(({ id }) => id))(
  'the pages in %s offer API keys only to accounts that can have them',
  (language) => {
    const linesFor = (apiKeys: ContentValues['apiKeys']) => {
      const { api, help } = readContent(foldersOf(language, [SHIPPED]), { ...VALUES, apiKeys });
      return `${api.markdown}\n${help.markdown}`.split('\n');
    };
    const [all, premium, off] = [linesFor('all'), linesFor('premium'), linesFor('off')];
    const offers = /https:\/\/chat\.example\/v1|\(\/api\)/;
    expect([all, off].map((lines) => lines.filter((line) => offers.test(line)).length)).toEqual([2, 0]);
    const sentence = expect.stringMatching(/API.*Premium/);
    expect(premium.filter((line) => !all.includes(line))).toEqual([sentence, sentence]);
  },
);

it('the contact page says that no support address and no social page is set', () => {
  const { contact } = readContent([SHIPPED], { ...VALUES, supportEmail: null, socialUrl: null });
  expect(contact.markdown).toContain('No support address has been set up');
  expect(contact.markdown).not.toContain('mailto:');
  expect(contact.markdown).not.toContain('News are');
});

it('an operator’s file replaces the built-in one, and the others stay', () => {
  writeFileSync(join(own, 'terms.md'), '---\r\ntitle: Our rules\r\n---\r\n\r\nBe kind to {{product}}.\r\n');
  const { terms, privacy } = readContent([own, SHIPPED], VALUES);
  expect(terms).toEqual({ id: 'terms', title: 'Our rules', description: '', markdown: 'Be kind to My\\_Chat\\*.' });
  expect(privacy.title).toBe('Privacy');
});

it('a page in another language is the operator’s translation, else the operator’s page, else our translation', () => {
  const read = () => {
    const { terms, privacy, contact } = readContent(foldersOf('de', [own, SHIPPED]), VALUES);
    return [terms, privacy, contact].map(({ title }) => title);
  };
  const german = readContent([join(SHIPPED, 'de'), SHIPPED], VALUES);
  writeFileSync(join(own, 'terms.md'), '---\ntitle: Our rules\n---\nBe kind.\n');
  expect(read()).toEqual(['Our rules', german.privacy.title, german.contact.title]);
  mkdirSync(join(own, 'de'));
  writeFileSync(join(own, 'de/terms.md'), '---\ntitle: Unsere Regeln\n---\nSei nett.\n');
  expect(read()).toEqual(['Unsere Regeln', german.privacy.title, german.contact.title]);
  expect(readContent(foldersOf('en', [own, SHIPPED]), VALUES).terms.title).toBe('Our rules');
});

it('every page is there in every language, filled in', () => {
  for (const { id: language } of LANGUAGES) {
    const content = readContent(foldersOf(language, [SHIPPED]), VALUES);
    const names = readdirSync(language === 'en' ? SHIPPED : join(SHIPPED, language));
    for (const { id } of INFO_PAGES) {
      expect(names, language).toContain(`${id}.md`);
      expect(content[id].title, `${language} ${id}`).not.toBe('');
      expect(JSON.stringify(content[id]), `${language} ${id}`).not.toMatch(/\{\{|\}\}/);
    }
  }
});

it.each([
  ['Without a head', /terms\.md must start with a "title: …" line/],
  ['---\ntitle: Rules\n---\n{{#product}} never closed', /terms\.md cannot be filled in: .*product/],
])('an invalid file is named in the error', (text, problem) => {
  writeFileSync(join(own, 'terms.md'), text);
  expect(() => readContent([own, SHIPPED], VALUES)).toThrow(problem);
});

it('a missing file is named in the error', () => {
  expect(() => readContent([own], VALUES)).toThrow(/isn’t in any content folder/);
});
