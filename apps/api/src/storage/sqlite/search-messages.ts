import { receivedText, type SearchHit } from '@parley/core';
import { findSnippet } from '../find-snippet.ts';
import { readQuery, type Phrase } from '../words.ts';
import { statement, type Database } from './database.ts';
import { MESSAGE_COLUMNS, toMessage, type MessageColumns } from './message-row.ts';
import { ownerKey } from './search-index.ts';

type Hit = {
  id: number;
  rank: number;
  conversationId: string;
  messageId: string | null;
  title: string;
  updatedAt: number;
  deletedAt: number | null;
};

const PAGE = 500;
const MESSAGES_OF_ONE_CONVERSATION = 3;

// Later entries first where the rank is the same.
const selectHits = statement<{ match: string; limit: number; offset: number }, Hit>(`
  SELECT hit.id, hit.rank, search_entries.conversation_id AS conversationId, search_entries.message_id AS messageId,
    conversations.title, conversations.updated_at AS updatedAt, conversations.deleted_at AS deletedAt
  FROM (
    SELECT rowid AS id, rank FROM search_words WHERE search_words MATCH :match
    ORDER BY rank, rowid DESC LIMIT :limit OFFSET :offset
  ) AS hit
  JOIN search_entries ON search_entries.id = hit.id
  JOIN conversations ON conversations.id = search_entries.conversation_id`);
const selectMessage = statement<{ id: string }, MessageColumns>(
  `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE id = :id`,
);

/** `ConversationStore.search`. */
export function searchMessages(database: Database, userId: string, query: string, limit: number): SearchHit[] {
  const phrases = readQuery(query);
  const key = ownerKey(database, userId);
  if (phrases.length === 0 || key === undefined) return [];
  const match = phrases.map((phrase) => toMatch(phrase, key)).join(' AND ');
  return findHits(database, match, limit).map((hit) => toSearchHit(database, hit, phrases));
}

/** Words hold letters, digits and marks alone, so that nothing in the quotation marks can end them. */
function toMatch({ words, isBeginning }: Phrase, key: string): string {
  return `"${words.map((word) => key + word).join(' ')}"${isBeginning ? '*' : ''}`;
}

function findHits(database: Database, match: string, limit: number): Hit[] {
  const hits: Hit[] = [];
  const messages = new Map<string, number>();
  for (let offset = 0; ; offset += PAGE) {
    const page = database.all(selectHits, { match, limit: PAGE, offset });
    page.sort((a, b) => a.rank - b.rank || b.id - a.id);
    for (const hit of page) {
      if (hits.length === limit) return hits;
      if (hit.deletedAt !== null) continue;
      const others = messages.get(hit.conversationId) ?? 0;
      if (hit.messageId !== null && others === MESSAGES_OF_ONE_CONVERSATION) continue;
      if (hit.messageId !== null) messages.set(hit.conversationId, others + 1);
      hits.push(hit);
    }
    if (page.length < PAGE) return hits;
  }
}

function toSearchHit(database: Database, hit: Hit, phrases: Phrase[]): SearchHit {
  const { conversationId, messageId, title } = hit;
  const row = messageId === null ? undefined : database.get(selectMessage, { id: messageId });
  const message = row && toMessage(row);
  return {
    conversationId,
    title,
    messageId,
    isUser: message?.isUser ?? false,
    ...findSnippet(message ? receivedText(message) : title, phrases),
    timestamp: message?.timestamp ?? new Date(hit.updatedAt).toISOString(),
  };
}
