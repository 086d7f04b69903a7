import { setImmediate } from 'node:timers/promises';
import { receivedText, type SearchHit } from '@parley/core';
import type { Filter } from 'mongodb';
import { findSnippet, reachOf } from '../../search/find-snippet.ts';
import { MAX_SEARCH_MS } from '../../search/limits.ts';
import { readQuery, type Phrase } from '../../search/words.ts';
import { findConversations, type ConversationDocument } from '../conversations/conversation-document.ts';
import type { Database } from '../database/database.ts';
import { isOutOfTime } from '../database/driver-errors.ts';
import { idOf, keyOf, keysOf } from '../database/keys.ts';
import { messages, toMessage } from '../conversations/message-document.ts';
import { searchEntries, type SearchEntry } from './search-index.ts';

type Entry = Pick<SearchEntry, '_id' | 'conversationId' | 'messageId' | 'at' | 'folded'>;
/** An entry that contains every word. `times` is the number of occurrences of each phrase. */
type Candidate = Omit<Entry, 'folded'> & { length: number; times: number[] };
type Hit = Candidate & { conversation: ConversationDocument };

/**
 * Entries that are ranked together. A very common word is searched in the newest entries first, and rarely in the
 * others.
 */
const WINDOW = 1000;
/** Entries that one search examines. */
const MOST = 20 * WINDOW;
/** Entries per batch. Other work runs between two batches. */
const BATCH = 25;
/** Hits whose conversations are looked up together. */
const TOGETHER = 50;
const MESSAGES_OF_ONE_CONVERSATION = 3;
/** Sorts after every word with a given prefix when appended to that prefix. */
const LAST = '\u{10ffff}';

/** `ConversationStore.search`. */
export async function searchMessages(
  database: Database,
  userId: string,
  query: string,
  limit: number,
  signal?: AbortSignal,
): Promise<SearchHit[]> {
  const phrases = readQuery(query);
  if (phrases.length === 0) return [];
  const hits: Hit[] = [];
  const counts = new Map<string, number>();
  for await (const candidates of windows(database, userId, phrases, signal)) {
    for (let from = 0; from < candidates.length; from += TOGETHER) {
      signal?.throwIfAborted();
      for (const hit of await withConversations(database, userId, candidates.slice(from, from + TOGETHER))) {
        const others = counts.get(hit.conversationId) ?? 0;
        if (hit.messageId !== null && others === MESSAGES_OF_ONE_CONVERSATION) continue;
        if (hit.messageId !== null) counts.set(hit.conversationId, others + 1);
        hits.push(hit);
        if (hits.length === limit) return toSearchHits(database, hits, phrases, signal);
      }
    }
  }
  return toSearchHits(database, hits, phrases, signal);
}

/** Yields matching entries, window by window from the newest on, each window sorted by rank, for `MAX_SEARCH_MS`. */
async function* windows(
  database: Database,
  userId: string,
  phrases: Phrase[],
  signal?: AbortSignal,
): AsyncGenerator<Candidate[]> {
  const end = performance.now() + MAX_SEARCH_MS;
  const matching = { userId, _id: keysOf(userId), $and: phrases.flatMap(toConditions) } as Filter<SearchEntry>;
  const wanted = phrases.map(({ words, isBeginning }) => ` ${words.join(' ')}${isBeginning ? '' : ' '}`);
  /**
   * Keeps only the ranking data of each batch, because the words of a window can take many megabytes. Returns fewer at
   * the end time.
   */
  async function read(at: object, limit: number): Promise<Candidate[]> {
    const candidates: Candidate[] = [];
    // Zero would be no limit for the server.
    const maxTimeMS = Math.max(1, Math.ceil(end - performance.now()));
    const found = database
      .of(searchEntries)
      .find({ ...matching, ...at }, { maxTimeMS, ...(signal && { signal }) })
      .sort({ at: -1 })
      .limit(limit)
      .batchSize(BATCH)
      .project<Entry>({ conversationId: 1, messageId: 1, at: 1, folded: 1 });
    try {
      for await (const { folded, ...entry } of found) {
        const times = wanted.map((phrase) => countOf(folded, phrase));
        if (candidates.push({ ...entry, length: folded.length, times }) % BATCH === 0) await setImmediate();
        signal?.throwIfAborted();
        if (performance.now() >= end) break;
      }
    } catch (error) {
      if (!isOutOfTime(error)) throw error;
    }
    return candidates;
  }
  for (let below: object = {}, seen = 0; seen < MOST && performance.now() < end; seen += WINDOW) {
    const window = await read(below, WINDOW);
    const last = window.at(-1);
    if (window.length < WINDOW || !last) {
      yield rank(window);
      return;
    }
    // The index does not order entries of the same millisecond, so they always stay in one window.
    const whole = window.filter(({ at }) => at > last.at);
    yield rank(whole.length > 0 ? whole : await read({ at: last.at }, 0));
    below = { at: whole.length > 0 ? { $lte: last.at } : { $lt: last.at } };
  }
}

/** One condition for each word. Whether the words of a phrase are adjacent is checked on the results. */
function toConditions({ words, isBeginning }: Phrase): Filter<SearchEntry>[] {
  return words.map((word, index) =>
    isBeginning && index === words.length - 1
      ? { words: { $elemMatch: { $gte: word, $lt: word + LAST } } }
      : { words: word },
  );
}

/** Keeps the entries with every phrase, best first: more occurrences in fewer words. Newer ones first among equals. */
function rank(candidates: Candidate[]): Candidate[] {
  const average = candidates.reduce((sum, { length }) => sum + length, 0) / candidates.length;
  const ranked = candidates.flatMap((candidate) => {
    const length = candidate.length / average;
    const { times } = candidate;
    if (times.includes(0)) return [];
    // BM25 with its usual constants. Word rarity is left out because it is the same for all entries.
    const score = times.reduce((sum, count) => sum + (count * 2.2) / (count + 1.2 * (0.25 + 0.75 * length)), 0);
    return [{ candidate, score }];
  });
  ranked.sort((a, b) => b.score - a.score || b.candidate.at - a.candidate.at);
  return ranked.map(({ candidate }) => candidate);
}

function countOf(text: string, part: string): number {
  let count = 0;
  // Adjacent matches share the space between them.
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length - 1)) count++;
  return count;
}

/** Keeps the entries whose conversation is not deleted. */
async function withConversations(database: Database, userId: string, candidates: Candidate[]): Promise<Hit[]> {
  const keys = candidates.map(({ conversationId }) => keyOf(userId, conversationId));
  const found = await findConversations(database, keys);
  return candidates.flatMap((candidate, index) => {
    const conversation = found.get(keys[index] ?? '');
    return conversation ? [{ ...candidate, conversation }] : [];
  });
}

async function toSearchHits(
  database: Database,
  hits: Hit[],
  phrases: Phrase[],
  signal?: AbortSignal,
): Promise<SearchHit[]> {
  const ids = hits.filter(({ messageId }) => messageId !== null).map(({ _id }) => _id);
  const found =
    ids.length === 0
      ? []
      : await database
          .of(messages)
          .find({ _id: { $in: ids } })
          .toArray();
  const read = new Map(found.map((document) => [document._id, toMessage(document)]));
  const shown = hits.filter(({ _id, messageId }) => messageId === null || read.has(_id));
  const reach = reachOf(shown.length);
  const searchHits: SearchHit[] = [];
  for (const { _id, messageId, conversation } of shown) {
    const { title, archived, updatedAt } = conversation;
    const message = read.get(_id);
    searchHits.push({
      conversationId: idOf(conversation._id),
      title,
      archived,
      messageId,
      isUser: message?.isUser ?? false,
      ...findSnippet(message ? receivedText(message) : title, phrases, reach),
      timestamp: message?.timestamp ?? new Date(updatedAt).toISOString(),
    });
    await setImmediate();
    signal?.throwIfAborted();
  }
  return searchHits;
}
