import { describe, expect, it } from 'vitest';
import { cleanTitle, matchesSearch, sidebarTitle, titleFromText } from './conversation.ts';

describe('a conversation’s title', () => {
  it.each([
    ['How wide should a column of text be?', 'How wide should a column of'],
    ['  two\n words ', 'two words'],
    ['', 'New Chat'],
    ['x'.repeat(80), `${'x'.repeat(60)}…`],
  ])('the title is derived from %j', (text, title) => {
    expect(titleFromText(text)).toBe(title);
  });

  it('the sidebar cuts a title to 25 characters and an ellipsis, never through an emoji', () => {
    expect(sidebarTitle('a'.repeat(25))).toBe('a'.repeat(25));
    expect(sidebarTitle('a'.repeat(26))).toBe(`${'a'.repeat(25)}…`);
    expect(sidebarTitle(`${'a'.repeat(24)} and more`)).toBe(`${'a'.repeat(24)} …`);
    expect(sidebarTitle(`${'a'.repeat(24)}😀😀`)).toBe(`${'a'.repeat(24)}😀…`);
  });
});

describe('a title from a model or a user', () => {
  it.each([
    ['"Rent control"', 'Rent control'],
    ['  **Two\nlines**  ', 'Two lines'],
    ['“Der Mietspiegel”', 'Der Mietspiegel'],
    ['# Heading', 'Heading'],
    [' " " ', ''],
    ['x'.repeat(200), `${'x'.repeat(120)}…`],
  ])('the title %j is cleaned to %j', (text, title) => {
    expect(cleanTitle(text)).toBe(title);
  });
});

describe('search in the sidebar', () => {
  it.each([
    ['Rent', '', ' RENT ', true],
    ['New Chat', 'The Rent is due', 'rent', true],
    ['New Chat', 'nothing', 'rent', false],
    ['anything', '', '', true],
  ])('matches title %j with last text %j against %j', (title, lastText, query, found) => {
    expect(matchesSearch(title, lastText, query)).toBe(found);
  });
});
