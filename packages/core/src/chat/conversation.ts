import { t } from '../language/translate.ts';

/** The title of a conversation that has none. It is stored, so it is the same in every language; see `shownTitle`. */
export const DEFAULT_TITLE = 'New Chat';
/** Maximum length of a title in characters. */
export const MAX_TITLE_LENGTH = 120;
/** Maximum length of a search in UTF-16 units. */
export const MAX_SEARCH_LENGTH = 200;
/** Characters of a text that are read for a title. */
const MAX_RAW_TITLE = 1_000;
/** How long a deleted conversation can be restored. */
export const RESTORABLE_DAYS = 30;
/** Messages up to which imports make a conversation grow: several requests read all that it has. */
export const MAX_IMPORTED = 20_000;
const TITLE_WORDS = 6;
const TITLE_LENGTH = 60;
const SIDEBAR_LENGTH = 25;
const CHARACTERS = new Intl.Segmenter();

/** The title until the model makes one: the first words of the first message. */
export function titleFromText(text: string): string {
  const words = text.trimStart().slice(0, MAX_RAW_TITLE).trimEnd().split(/\s+/).slice(0, TITLE_WORDS).join(' ');
  return cut(words, TITLE_LENGTH) || DEFAULT_TITLE;
}

/** The title as people read it: that of a conversation without one is translated. */
export function shownTitle(title: string): string {
  return title === DEFAULT_TITLE ? t`New Chat` : title;
}

/** The title as the sidebar shows it: cut to 25 characters, followed by an ellipsis. */
export function sidebarTitle(title: string): string {
  const shown = shownTitle(title);
  const start = startOf(shown, SIDEBAR_LENGTH);
  return start === shown ? shown : `${start}…`;
}

/** Whether a search matches the conversation's title or the text of its last message. */
export function matchesSearch(title: string, lastText: string, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return title.toLowerCase().includes(wanted) || lastText.toLowerCase().includes(wanted);
}

/** Cuts a title to this many characters (graphemes), and adds an ellipsis. */
function cut(text: string, length: number): string {
  const start = startOf(text, length);
  return start === text ? text : `${start.trimEnd()}…`;
}

/**
 * The first characters of a title, counted as people see them (graphemes): a flag or a family emoji is one, and is never
 * torn. Together they have at most `MAX_TITLE_LENGTH` code points, since one grapheme can have any number.
 */
function startOf(text: string, length: number): string {
  if (text.length <= length) return text;
  let codePoints = 0;
  return Array.from(CHARACTERS.segment(text), ({ segment }) => segment)
    .filter((character, index) => (codePoints += [...character].length) <= MAX_TITLE_LENGTH && index < length)
    .join('');
}

/** The closing marks for each opening quotation mark, in any language. */
const QUOTATION_MARKS: Record<string, string> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '‘': '’',
  '„': '“”',
  '‚': '‘’',
  '”': '”',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
  '「': '」',
  '『': '』',
  '《': '》',
};

/** Without the quotation marks around a text, if they enclose all of it: a title may begin or end with a quotation. */
function withoutQuotationMarks(text: string): string {
  const [first = '', last = ''] = [text[0], text.at(-1)];
  if (text.length < 2 || !QUOTATION_MARKS[first]?.includes(last)) return text;
  const inner = text.slice(1, -1);
  const marks = inner.replace(/(?<=\p{L})['’](?=\p{L})/gu, '');
  return marks.includes(first) || marks.includes(last) ? text : inner.trim();
}

/**
 * The title as it is stored: one line, without Markdown and quotation marks around it, cut to the maximum. May be
 * empty.
 */
export function cleanTitle(text: string): string {
  let title = text.slice(0, MAX_RAW_TITLE).replace(/\s+/g, ' ').trim();
  for (let before = ''; before !== title;) {
    before = title;
    title = withoutQuotationMarks(title.replace(/^[*#]+|\*+$/g, '').trim());
  }
  return cut(title, MAX_TITLE_LENGTH);
}
