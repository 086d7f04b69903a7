import { t } from '../language/translate.ts';

/** The title of a conversation that has none. It is stored, so it is the same in every language; see `shownTitle`. */
export const DEFAULT_TITLE = 'New Chat';
/** Maximum length of a title in characters. */
export const MAX_TITLE_LENGTH = 120;
/** Characters of a text that are read for a title. */
const MAX_RAW_TITLE = 1_000;
/** How long a deleted conversation can be restored. */
export const RESTORABLE_DAYS = 30;
/** Messages up to which imports make a conversation grow: several requests read all that it has. */
export const MAX_IMPORTED = 20_000;
const TITLE_WORDS = 6;
const TITLE_LENGTH = 60;
const SIDEBAR_LENGTH = 25;

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
  const characters = [...shownTitle(title)];
  return characters.length <= SIDEBAR_LENGTH ? shownTitle(title) : `${characters.slice(0, SIDEBAR_LENGTH).join('')}…`;
}

/** Whether a search matches the conversation's title or the text of its last message. */
export function matchesSearch(title: string, lastText: string, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return title.toLowerCase().includes(wanted) || lastText.toLowerCase().includes(wanted);
}

/** Cuts at whole graphemes, so that no emoji is torn. */
function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`;
}

/** The title as it is stored: one line, without surrounding quotation marks, cut to the maximum. May be empty. */
export function cleanTitle(text: string): string {
  const line = text.slice(0, MAX_RAW_TITLE).replace(/\s+/g, ' ').trim();
  const bare = line.replace(/^(["'“”„«*#]+\s*)|(\s*["'“”«»*]+)$/g, '').trim();
  return cut(bare, MAX_TITLE_LENGTH);
}
