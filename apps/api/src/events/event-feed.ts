import type { UserHint } from './user-events.ts';

/** Queue limit: more hints than ever wait for a client that keeps up. */
const LONGEST_QUEUE = 500;
/** Milliseconds that hints gather, so that the request that caused them is answered first. */
const GATHER_MS = 30;

export interface EventFeedHooks {
  /**
   * Re-reads the current state for this hint and sends it, if there is anything to send. Rejects when it could not be
   * read.
   */
  send(hint: UserHint): Promise<void>;
  /** Whether the client can take the next event. */
  isReady(): boolean;
  /** Called when a hint could not be sent. */
  onFailed(error: unknown): void;
}

/**
 * Sends the events of one user to one client. Each hint is resolved when its turn comes, one at a time, so the last
 * event about anything is the newest and frequent changes are merged. A client that is far behind is made to refetch
 * everything.
 */
export class EventFeed {
  readonly #hooks: EventFeedHooks;
  #waiting = new Map<string, UserHint>();
  #isSending = false;
  #gathering: NodeJS.Timeout | undefined;

  constructor(hooks: EventFeedHooks) {
    this.#hooks = hooks;
  }

  push(hint: UserHint): void {
    if (this.#waiting.size >= LONGEST_QUEUE) this.#waiting = new Map([['user', { type: 'user' }]]);
    else this.#waiting.set(nameOf(hint), hint);
    this.#gathering ??= setTimeout(() => this.pump(), GATHER_MS);
  }

  /** Sends what waits. Call when the client has caught up. */
  pump(): void {
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    if (!this.#isSending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    try {
      while (this.#hooks.isReady()) {
        const [next] = this.#waiting;
        if (!next) break;
        const [name, hint] = next;
        this.#waiting.delete(name);
        await this.#hooks.send(hint);
      }
    } catch (error) {
      this.#hooks.onFailed(error);
    } finally {
      this.#isSending = false;
    }
  }
}

/** Key by which hints are merged: the later of two hints with the same key replaces the earlier. */
function nameOf(hint: UserHint): string {
  switch (hint.type) {
    case 'conversation':
    case 'summarized':
      return `${hint.type} ${hint.conversationId}`;
    case 'reply-started':
    case 'reply-ended':
      return `${hint.type} ${hint.generationId}`;
    default:
      return hint.type;
  }
}
