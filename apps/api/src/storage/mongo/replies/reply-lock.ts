import { collection } from '../database/collection.ts';
import type { ConversationDocument } from '../conversations/conversation-document.ts';
import type { Spending } from '../../storage.ts';
import type { Database } from '../database/database.ts';
import type { MessageBody } from '../conversations/message-document.ts';

/**
 * Locks a conversation for the reply that is being accepted, generated or ended; a conversation has at most one, so its
 * key is the conversation's. It holds the reply's text and everything needed to recover from a crash, and is therefore
 * written first and removed last.
 */
export interface ReplyLock {
  _id: string;
  userId: string;
  conversationId: string;
  generationId: string;
  clientMessageId: string;
  assistantMessageId: string;
  /** Ids of the messages that its `accept` created or was about to create. */
  madeIds: string[];
  owner: string;
  startedAt: number;
  isStopRequested?: boolean;
  /** Its `accept` is being undone and must not complete any more. */
  isGivenUp?: boolean;
  /**
   * The last stored state of the reply. When it is not `streaming`, the reply has ended, and its consequences may still
   * be in progress.
   */
  body: MessageBody;
  /** How the reply ended. */
  usage?: 'consume' | 'refund';
  endedAt?: number;
  /** Whether a reservation under the cost ceilings is settled with its end. */
  isReserved?: boolean;
  /** What the reply used so far. */
  spending?: Spending;
}

/** Stored under the name that the first version gave it. */
export const replyLocks = collection<ReplyLock>('live_replies', [
  { name: 'by_owner', key: { owner: 1 } },
  { name: 'by_generation', key: { generationId: 1 } },
  { name: 'by_start', key: { startedAt: 1 } },
]);

/** Whether the `accept` of a reply completed. `conversation` is the reply's own, deleted or not. */
export function isAccepted(conversation: ConversationDocument | null, { generationId }: { generationId: string }) {
  return conversation?.generationId === generationId;
}

export function isWritten({ body }: ReplyLock): boolean {
  return body.status === 'streaming';
}

const MOST_KEYS = 20_000;

/** Maps each `generationId` to the key of its lock. Caches those of this process and looks up the others. */
export class ReplyLockKeys {
  readonly #database: Database;
  readonly #keys = new Map<string, string>();

  constructor(database: Database) {
    this.#database = database;
  }

  add({ generationId, _id }: ReplyLock): void {
    const [oldest] = this.#keys.keys();
    if (this.#keys.size >= MOST_KEYS && oldest !== undefined) this.#keys.delete(oldest);
    this.#keys.set(generationId, _id);
  }

  /** Whether this process started the reply and has not confirmed that its end was stored. */
  has(generationId: string): boolean {
    return this.#keys.has(generationId);
  }

  delete(generationId: string): void {
    this.#keys.delete(generationId);
  }

  async find(generationId: string): Promise<string | null> {
    const key = this.#keys.get(generationId);
    if (key !== undefined) return key;
    const lock = await this.#database.of(replyLocks).findOne({ generationId }, { projection: { _id: 1 } });
    return lock?._id ?? null;
  }
}
