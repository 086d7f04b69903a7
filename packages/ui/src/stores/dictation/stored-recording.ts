import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { RECORDINGS_DATABASE } from './delete-recordings.ts';

interface Schema extends DBSchema {
  /** By user id, conversation id and position. Bytes, because Safari has lost stored blobs. */
  pieces: { key: [string, string, number]; value: { type: string; bytes: ArrayBuffer } };
}

/**
 * The recording of one conversation, stored on this device until it is transcribed, so that a closed tab loses nothing.
 * Nothing rejects: what cannot be stored is missing.
 */
export interface StoredRecording {
  /** Does nothing once `signal` is aborted. */
  put(index: number, piece: Blob, signal: AbortSignal): Promise<void>;
  /** In the order of recording. */
  pieces(): Promise<Blob[]>;
  delete(): Promise<void>;
}

export function openStoredRecording(userId: string, conversationId: string): StoredRecording {
  const own = () => IDBKeyRange.bound([userId, conversationId], [userId, conversationId, []]);
  return {
    async put(index, piece, signal) {
      const value = { type: piece.type, bytes: await piece.arrayBuffer() };
      await withDatabase(async (db) => {
        if (!signal.aborted) await db.put('pieces', value, [userId, conversationId, index]);
      });
    },
    async pieces() {
      const stored = (await withDatabase((db) => db.getAll('pieces', own()))) ?? [];
      return stored.map(({ type, bytes }) => new Blob([bytes], { type }));
    },
    async delete() {
      await withDatabase((db) => db.delete('pieces', own()));
    },
  };
}

/** Opens the database for one step only: an open connection would block its deletion. */
async function withDatabase<T>(step: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> {
  let db: IDBPDatabase<Schema> | null = null;
  try {
    db = await openDB<Schema>(RECORDINGS_DATABASE, 1, {
      upgrade: (created) => void created.createObjectStore('pieces'),
    });
    return await step(db);
  } catch {
    // The disk is full, or the browser forbids storage, as in a private window.
    return undefined;
  } finally {
    db?.close();
  }
}
