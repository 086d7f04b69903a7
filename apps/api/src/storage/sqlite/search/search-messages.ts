import { setImmediate } from 'node:timers/promises';
import type { SearchHit } from '@parley/core';
import { findSnippet, reachOf } from '../../search/find-snippet.ts';
import { MAX_SEARCH_MS } from '../../search/limits.ts';
import { readQuery, type Phrase } from '../../search/words.ts';
import { statement, type Database } from '../database/database.ts';
import { ownerKey, receivedTextOf, type StoredText } from './search-index.ts';

type Hit = {
  id: number;
  rank: number;
  conversationId: string;
  messageId: string | null;
  title: string;
  updatedAt: number;
  deletedAt: number | null;
  archived: number;
};

const PAGE = 500;
/**
 * Entries that are ranked together. A very common word is searched in the newest entries first, and rarely in the
 * others.
 */
const WINDOW = 10 * PAGE;
/** Entries that one search examines. */
const MOST = 10 * WINDOW;
const MESSAGES_OF_ONE_CONVERSATION = 3;

// Later entries first among equal ranks.
const selectHits = statement<{ match: string; newer: number; window: number; limit: number; offset: number }, Hit>(`
  SELECT hit.id, hit.rank, search_entries.conversation_id AS conversationId, search_entries.message_id AS messageId,
    conversations.title, conversations.updated_at AS updatedAt, conversations.deleted_at AS deletedAt,
    conversations.archived
  FROM (
    SELECT id, rank FROM (
      SELECT rowid AS id, rank FROM search_words WHERE search_words MATCH :match
      ORDER BY rowid DESC LIMIT :window OFFSET :newer
    ) AS newest ORDER BY rank, id DESC LIMIT :limit OFFSET :offset
  ) AS hit
  JOIN search_entries ON search_entries.id = hit.id
  JOIN conversations ON conversations.id = search_entries.conversation_id`);
// Reads only the part of the text that a snippet examines.
const selectMessage = statement<{ id: string; length: number }, StoredText & { createdAt: number }>(`
  SELECT id, role = 'user' AS isUser, status, error, created_at AS createdAt, substr(text, 1, :length) AS text
  FROM messages WHERE id = :id`);

/** `ConversationStore.search`. Yields to other calls between two pages of hits, and between two snippets. */
export async function searchMessages(
  database: Database,
  userId: string,
  query: string,
  limit: number,
  signal?: AbortSignal,
): Promise<SearchHit[]> {
  const phrases = readQuery(query);
  const key = ownerKey(database, userId);
  if (phrases.length === 0 || key === undefined) return [];
  const match = phrases.map((phrase) => toMatch(phrase, key)).join(' AND ');
  const found = await findHits(database, match, limit);
  const reach = reachOf(found.length);
  const hits: SearchHit[] = [];
  for (const { conversationId, title, messageId, updatedAt, archived } of found) {
    const row = messageId === null ? undefined : database.get(selectMessage, { id: messageId, length: reach });
    // The message was removed since the search.
    if (messageId !== null && !row) continue;
    hits.push({
      conversationId,
      title,
      archived: archived === 1,
      messageId,
      isUser: row?.isUser === 1,
      ...findSnippet(row ? receivedTextOf(row) : title, phrases),
      timestamp: new Date(row?.createdAt ?? updatedAt).toISOString(),
    });
    await setImmediate();
    signal?.throwIfAborted();
  }
  return hits;
}

/** Words contain only letters, digits and marks, so they cannot break out of the quotation marks. */
function toMatch({ words, isBeginning }: Phrase, key: string): string {
  return `"${words.map((word) => key + word).join(' ')}"${isBeginning ? '*' : ''}`;
}

async function findHits(database: Database, match: string, limit: number): Promise<Hit[]> {
  const hits: Hit[] = [];
  const messages = new Map<string, number>();
  for await (const hit of matching(database, match)) {
    if (hit.deletedAt !== null) continue;
    const others = messages.get(hit.conversationId) ?? 0;
    if (hit.messageId !== null && others === MESSAGES_OF_ONE_CONVERSATION) continue;
    if (hit.messageId !== null) messages.set(hit.conversationId, others + 1);
    hits.push(hit);
    if (hits.length === limit) break;
  }
  return hits;
}

/** Yields matching entries, window by window from the newest on, each window sorted by rank, for `MAX_SEARCH_MS`. */
async function* matching(database: Database, match: string): AsyncGenerator<Hit> {
  const end = performance.now() + MAX_SEARCH_MS;
  for (let place = 0; place < MOST && performance.now() < end; place += PAGE) {
    const offset = place % WINDOW;
    const page = database.all(selectHits, { match, window: WINDOW, newer: place - offset, limit: PAGE, offset });
    yield* page.sort((a, b) => a.rank - b.rank || b.id - a.id);
    if (page.length < PAGE) return;
    await setImmediate();
  }
}
