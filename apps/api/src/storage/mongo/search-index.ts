import { setImmediate } from 'node:timers/promises';
import { receivedText, type Message } from '@parley/core';
import { readIndexed } from '../words.ts';
import { collection } from './collection.ts';
import type { Database } from './database.ts';
import { keyOf } from './keys.ts';

/** What is found: a message, or a conversation's title. */
export interface SearchEntry {
  _id: string;
  userId: string;
  conversationId: string;
  /** Null for the title. */
  messageId: string | null;
  at: number;
  /** Each of its words, as `words.ts` reads them; for the index. */
  words: string[];
  /** All of them in their order, a space before and behind each: what stands together in it stands together in the text. */
  folded: string;
}

/** Words that are read at a time. */
const SLICE = 2_000;

type Place = { userId: string; conversationId: string };

export const searchEntries = collection<SearchEntry>('search_entries', [
  { name: 'words', key: { userId: 1, words: 1, at: -1 } },
  { name: 'of_conversation', key: { conversationId: 1 } },
]);

/** What makes a question, or a reply that has ended, one that is found; null when it has no words. */
export function entryOf(place: Place, message: Message, at: number): Promise<SearchEntry | null> {
  return newEntry(place, message.id, receivedText(message), at);
}

/** What makes a conversation one that is found by this title; null when it has no words. */
export function titleEntry(place: Place, title: string, at: number): Promise<SearchEntry | null> {
  return newEntry(place, null, title, at);
}

export async function saveEntry(database: Database, entry: SearchEntry | null): Promise<void> {
  if (!entry) return;
  await database.of(searchEntries).replaceOne({ _id: entry._id }, entry, { upsert: true });
}

/** Makes a conversation one that is found by this title, and by no other. */
export async function indexTitle(database: Database, place: Place, title: string, at: number): Promise<void> {
  const entry = await titleEntry(place, title, at);
  if (entry) await saveEntry(database, entry);
  else await database.of(searchEntries).deleteOne({ _id: keyOfEntry(place, null) });
}

export function keyOfEntry({ userId, conversationId }: Place, messageId: string | null): string {
  return keyOf(userId, messageId ?? `title:${conversationId}`);
}

async function newEntry(place: Place, messageId: string | null, text: string, at: number): Promise<SearchEntry | null> {
  const words = await readSlices(text);
  if (words.length === 0) return null;
  const { userId, conversationId } = place;
  const id = { _id: keyOfEntry(place, messageId), userId, conversationId, messageId };
  return { ...id, at, words: [...new Set(words)], folded: ` ${words.join(' ')} ` };
}

/** The words of a text that are indexed. Other work gets its turn between two slices of them. */
async function readSlices(text: string): Promise<string[]> {
  const words: string[] = [];
  for (const word of readIndexed(text)) {
    if (words.push(word) % SLICE === 0) await setImmediate();
  }
  return words;
}
