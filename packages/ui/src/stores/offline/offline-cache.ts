import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Message } from '@parley/core';
import type { ConversationSummary } from '../chat/chat-state.ts';
import { SHELF } from './delete-offline-cache.ts';

interface Schema extends DBSchema {
  /** Under the user's and the conversation's id. */
  summaries: { key: [string, string]; value: ConversationSummary };
  messages: { key: [string, string]; value: Message[] };
}

/** Conversations of one user that are kept on this device. Nothing of it rejects: what cannot be kept or read is not there. */
export interface Shelf {
  summaries(): Promise<ConversationSummary[]>;
  /** Oldest first; none where this conversation is not kept. */
  messages(conversationId: string): Promise<Message[]>;
  /** False where it could not be kept. */
  put(summary: ConversationSummary, messages: Message[]): Promise<boolean>;
  /** Throws away all others. */
  retain(conversationIds: readonly string[]): Promise<void>;
}

/** `mayWrite`: asked right before each change, once the database is open, so that nothing is kept of somebody who has signed out meanwhile, in whichever tab. */
export function createShelf(userId: string, mayWrite: () => boolean): Shelf {
  const ofUser = () => IDBKeyRange.bound([userId], [userId, []]);
  return {
    summaries: () => opened((db) => db.getAll('summaries', ofUser()), []),
    messages: (id) => opened(async (db) => (await db.get('messages', [userId, id])) ?? [], []),
    put: (summary, messages) =>
      opened(async (db) => {
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
      const wanted = new Set(ids);
      await opened(async (db) => {
        if (!mayWrite()) return;
        const keys = await db.getAllKeys('summaries');
        // What another user has left here goes as well.
        const unwanted = keys.filter(([user, id]) => user !== userId || !wanted.has(id));
        for (const store of ['summaries', 'messages'] as const)
          await Promise.all(unwanted.map((key) => db.delete(store, key)));
      }, undefined);
    },
  };
}

/** Opens the database for one step only, so that none that is open stands in the way of its deletion. */
async function opened<T>(step: (db: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> {
  let db: IDBPDatabase<Schema> | null = null;
  try {
    db = await openDB<Schema>(SHELF, 1, {
      upgrade(created) {
        created.createObjectStore('summaries');
        created.createObjectStore('messages');
      },
    });
    return await step(db);
  } catch {
    // Full, or forbidden as in a private window.
    return otherwise;
  } finally {
    db?.close();
  }
}
