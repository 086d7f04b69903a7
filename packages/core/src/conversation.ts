import type { Message } from './message.ts';

export interface Conversation {
  /** UUID, made by the client. */
  id: string;
  title: string;
  webSearchEnabled: boolean;
  thinkingModeEnabled: boolean;
  pinned: boolean;
  archived: boolean;
  /** ISO 8601, of the last message. */
  updatedAt: string;
}

export interface ConversationWithMessages extends Conversation {
  messages: Message[];
}

export const DEFAULT_TITLE = 'New Chat';
/** Characters of the longest title. */
export const MAX_TITLE_LENGTH = 120;
/** How long a deleted conversation can be brought back. */
export const RESTORABLE_DAYS = 30;
const TITLE_WORDS = 6;
const TITLE_LENGTH = 60;
const SIDEBAR_LENGTH = 25;

/** The title a conversation has until a better one comes: the first words of its first message. */
export function titleFromText(text: string): string {
  const words = text.trim().split(/\s+/).slice(0, TITLE_WORDS).join(' ');
  return cut(words, TITLE_LENGTH) || DEFAULT_TITLE;
}

/** A title as the sidebar shows it: cut to 25 characters, blanks among them, followed by an ellipsis. */
export function sidebarTitle(title: string): string {
  const characters = [...title];
  return characters.length <= SIDEBAR_LENGTH ? title : `${characters.slice(0, SIDEBAR_LENGTH).join('')}…`;
}

/** Whether a conversation belongs to a search: in its title or in the text of its last message. */
export function matchesSearch(title: string, lastText: string, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return title.toLowerCase().includes(wanted) || lastText.toLowerCase().includes(wanted);
}

/** Cuts by characters as people count them, so that no emoji is torn. */
function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length).join('').trimEnd()}…`;
}

/** A title as it is kept: one line, no quotation marks around it, not too long; empty when nothing is left of it. */
export function cleanTitle(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const bare = line.replace(/^(["'“”„«*#]+\s*)|(\s*["'“”«»*]+)$/g, '').trim();
  return cut(bare, MAX_TITLE_LENGTH);
}
