import { setImmediate } from 'node:timers/promises';
import { receivedText, type Message } from '@parley/core';
import { readIndexed } from '../../search/words.ts';
import { isKept } from '../conversations/conversation-document.ts';
import { collection } from '../database/collection.ts';
import type { Database } from '../database/database.ts';
import { upserted } from '../database/driver-errors.ts';
import { keyOf } from '../database/keys.ts';

/** A searchable text: a message, or a conversation's title. */
export interface SearchEntry {
  _id: string;
  userId: string;
  conversationId: string;
  /** Null for the title. */
  messageId: string | null;
  at: number;
  /** All words of the text, as `words.ts` reads them; for the index. */
  words: string[];
  /** All words in order, with a space before and after each: adjacent words are adjacent in the text. */
  folded: string;
}

/** Words to read per slice. */
const SLICE = 2_000;

type Place = { userId: string; conversationId: string };

export const searchEntries = collection<SearchEntry>('search_entries', [
  { name: 'words', key: { userId: 1, words: 1, at: -1 } },
  { name: 'of_conversation', key: { conversationId: 1 } },
]);

/** Creates the search entry for a question or an ended reply; null when it has no words. */
export function entryOf(place: Place, message: Message, at: number): Promise<SearchEntry | null> {
  return newEntry(place, message.id, receivedText(message), at);
}

/** Creates the search entry for a conversation's title; null when it has no words. */
export function titleEntry(place: Place, title: string, at: number): Promise<SearchEntry | null> {
  return newEntry(place, null, title, at);
}

/** Stores an entry of a conversation that may be purged meanwhile. */
export async function saveEntry(database: Database, entry: SearchEntry | null): Promise<void> {
  if (!entry) return;
  const { _id, userId, conversationId } = entry;
  await upserted(() => database.of(searchEntries).replaceOne({ _id }, entry, { upsert: true }));
  // Checked after the write, since the purge may have passed the entries already.
  if (!(await isKept(database, keyOf(userId, conversationId)))) await database.of(searchEntries).deleteOne({ _id });
}

/** Replaces the search entry for a conversation's title. */
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

/** Reads the indexed words of a text, yielding to other work between slices. */
async function readSlices(text: string): Promise<string[]> {
  const words: string[] = [];
  for (const word of readIndexed(text)) {
    if (words.push(word) % SLICE === 0) await setImmediate();
  }
  return words;
}
