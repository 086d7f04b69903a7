import { collection } from './collection.ts';
import type { ConversationDocument } from './conversation-document.ts';
import type { Database } from './database.ts';
import type { MessageBody } from './message-document.ts';

/**
 * A reply that is being accepted, written or ended. Its key is that of its conversation: there is one such reply in each, and
 * it is the lock. All that a crash may have to make up for hangs on it, so it comes first and goes last.
 */
export interface LiveReply {
  _id: string;
  userId: string;
  conversationId: string;
  generationId: string;
  clientMessageId: string;
  assistantMessageId: string;
  /** Of what its `accept` made, or would have. */
  madeIds: string[];
  owner: string;
  startedAt: number;
  isStopRequested?: boolean;
  /** Its `accept` is being undone, and must not be done any more. */
  isGivenUp?: boolean;
  /** The reply as it was last stored; one that is not `streaming` has ended, and what follows from that may be under way. */
  body: MessageBody;
  /** How it ended. */
  usage?: 'consume' | 'refund';
  endedAt?: number;
}

export const liveReplies = collection<LiveReply>('live_replies', [
  { name: 'by_owner', key: { owner: 1 } },
  { name: 'by_generation', key: { generationId: 1 } },
]);

/** Whether the `accept` of a reply is done; `conversation` is the reply's own, deleted or not. */
export function isAccepted(conversation: ConversationDocument | null, { generationId }: { generationId: string }) {
  return conversation?.generationId === generationId;
}

export function isWritten({ body }: LiveReply): boolean {
  return body.status === 'streaming';
}

const MOST_KEYS = 20_000;

/** The keys of live replies by their `generationId`: those begun here are known, those of others are looked up. */
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

  /** Whether a reply was begun here, and its end was never known to be stored. */
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
