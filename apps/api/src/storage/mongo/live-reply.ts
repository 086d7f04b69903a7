import { collection } from './collection.ts';
import type { ConversationDocument } from './conversation-document.ts';
import type { Database } from './database.ts';
import type { MessageBody } from './message-document.ts';

/**
 * A reply that is being accepted, written or ended. Its key is that of its conversation, which has at most one live
 * reply, so the live reply is also the lock. It holds everything needed to recover from a crash, and is therefore
 * written first and removed last.
 */
export interface LiveReply {
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
}

export const liveReplies = collection<LiveReply>('live_replies', [
  { name: 'by_owner', key: { owner: 1 } },
  { name: 'by_generation', key: { generationId: 1 } },
]);

/** Whether the `accept` of a reply completed. `conversation` is the reply's own, deleted or not. */
export function isAccepted(conversation: ConversationDocument | null, { generationId }: { generationId: string }) {
  return conversation?.generationId === generationId;
}

export function isWritten({ body }: LiveReply): boolean {
  return body.status === 'streaming';
}

const MOST_KEYS = 20_000;

/** Maps each `generationId` to the key of its live reply. Remembers those of this process and looks up the others. */
export class LiveKeys {
  readonly #database: Database;
  readonly #keys = new Map<string, string>();

  constructor(database: Database) {
    this.#database = database;
  }

  add({ generationId, _id }: LiveReply): void {
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
    const live = await this.#database.of(liveReplies).findOne({ generationId }, { projection: { _id: 1 } });
    return live?._id ?? null;
  }
}
