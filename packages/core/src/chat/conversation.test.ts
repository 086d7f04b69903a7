import { describe, expect, it } from 'vitest';
import { cleanTitle, matchesSearch, sidebarTitle, titleFromText } from './conversation.ts';

/** A man, a woman, a girl and a boy: one character that has seven code points. */
const FAMILY = '👨‍👩‍👧‍👦';

describe('a conversation’s title', () => {
  it.each([
    ['How wide should a column of text be?', 'How wide should a column of'],
    ['  two\n words ', 'two words'],
    ['', 'New Chat'],
    ['x'.repeat(80), `${'x'.repeat(60)}…`],
    [FAMILY.repeat(5), FAMILY.repeat(5)],
    ['🇺🇦'.repeat(59), '🇺🇦'.repeat(59)],
    ['🇺🇦'.repeat(61), `${'🇺🇦'.repeat(60)}…`],
    ['é'.normalize('NFD').repeat(60), 'é'.normalize('NFD').repeat(60)],
    ['नमस्ते '.repeat(6).trim(), 'नमस्ते '.repeat(6).trim()],
    [FAMILY.repeat(60), `${FAMILY.repeat(17)}…`],
  ])('the title is derived from %j', (text, title) => {
    expect(titleFromText(text)).toBe(title);
  });

  it('the sidebar cuts a title to 25 characters and an ellipsis, never through an emoji', () => {
    expect(sidebarTitle('a'.repeat(25))).toBe('a'.repeat(25));
    expect(sidebarTitle('a'.repeat(26))).toBe(`${'a'.repeat(25)}…`);
    expect(sidebarTitle(`${'a'.repeat(24)} and more`)).toBe(`${'a'.repeat(24)} …`);
    expect(sidebarTitle(`${'a'.repeat(24)}😀😀`)).toBe(`${'a'.repeat(24)}😀…`);
    expect(sidebarTitle(`${'a'.repeat(24)}${FAMILY}`)).toBe(`${'a'.repeat(24)}${FAMILY}`);
    expect(sidebarTitle(`${'a'.repeat(24)}${FAMILY}🇺🇦`)).toBe(`${'a'.repeat(24)}${FAMILY}…`);
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
    [`${'x'.repeat(115)}${FAMILY}`, `${'x'.repeat(115)}…`],
    ['„Mietspiegel“', 'Mietspiegel'],
    ['„Rynek najmu”', 'Rynek najmu'],
    ['« Loyers »', 'Loyers'],
    ['»Mietrecht«', 'Mietrecht'],
    ['‹Miete›', 'Miete'],
    ['‘Rent’', 'Rent'],
    ["'Rent'", 'Rent'],
    ["'Don't panic'", "Don't panic"],
    ['‘Don’t panic’', 'Don’t panic'],
    ['「家賃」', '家賃'],
    ['『家賃』', '家賃'],
    ['《房租》', '房租'],
    ['**“Rent”**', 'Rent'],
    ['"**Rent**"', 'Rent'],
    ['“‘Rent’”', 'Rent'],
    ['Review of "Dune"', 'Review of "Dune"'],
    ['"Dune" and its deserts', '"Dune" and its deserts'],
    ['"Dune" or "Foundation"', '"Dune" or "Foundation"'],
    ['„Dune“ oder „Foundation“', '„Dune“ oder „Foundation“'],
    ['«Дюна» и «Основание»', '«Дюна» и «Основание»'],
    ["'90s music", "'90s music"],
    ['The boys’', 'The boys’'],
    ['“Rent»', '“Rent»'],
    ['"', '"'],
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
