import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Message } from '@parley/core';
import type { ConversationSummary } from '../chat/chat-state.ts';
import { CACHE_DATABASE } from './delete-conversation-cache.ts';

interface Schema extends DBSchema {
  /** By user id and conversation id. */
  summaries: { key: [string, string]; value: ConversationSummary };
  messages: { key: [string, string]; value: Message[] };
}

/** Conversations of one user, cached on this device. Nothing rejects: what cannot be stored or read is missing. */
export interface ConversationCache {
  summaries(): Promise<ConversationSummary[]>;
  /** Oldest first; empty when the conversation is not cached. */
  messages(conversationId: string): Promise<Message[]>;
  /** Resolves to false when there was no room. */
  put(summary: ConversationSummary, messages: Message[]): Promise<boolean>;
  /** Evicts all other conversations. */
  retain(conversationIds: readonly string[]): Promise<void>;
}

/**
 * Opens the cache of a user. `mayWrite` is asked right before each write, once the database is open, so that nothing is
 * stored of a user who signed out meanwhile in any tab.
 */
export function openConversationCache(userId: string, mayWrite: () => boolean): ConversationCache {
  const ofUser = () => IDBKeyRange.bound([userId], [userId, []]);
  return {
    summaries: () => withDatabase((db) => db.getAll('summaries', ofUser()), []),
    messages: (id) => withDatabase(async (db) => (await db.get('messages', [userId, id])) ?? [], []),
    put: (summary, messages) =>
      withDatabase(async (db) => {
        if (!mayWrite()) return false;
        const change = db.transaction(['summaries', 'messages'], 'readwrite');
        const key: [string, string] = [userId, summary.id];
        await Promise.all([
          change.objectStore('summaries').put(summary, key),
          change.objectStore('messages').put(messages, key),
          change.done,
        ]);
        return true;
      }, false),
    retain: async (ids) => {
      const retained = new Set(ids);
      await withDatabase(async (db) => {
        if (!mayWrite()) return;
        const keys = await db.getAllKeys('summaries');
        // Evicts what another user left here as well.
        const evicted = keys.filter(([user, id]) => user !== userId || !retained.has(id));
        for (const store of ['summaries', 'messages'] as const)
          await Promise.all(evicted.map((key) => db.delete(store, key)));
      }, undefined);
    },
  };
}

/** Opens the database for one step only: an open connection would block its deletion. */
async function withDatabase<T>(step: (db: IDBPDatabase<Schema>) => Promise<T>, fallback: T): Promise<T> {
  let db: IDBPDatabase<Schema> | null = null;
  try {
    db = await openDB<Schema>(CACHE_DATABASE, 1, {
      upgrade(created) {
        created.createObjectStore('summaries');
        created.createObjectStore('messages');
      },
    });
    return await step(db);
  } catch {
    // The disk is full, or the browser forbids storage, as in a private window.
    return fallback;
  } finally {
    db?.close();
  }
}
