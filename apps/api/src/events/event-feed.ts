import type { UserHint } from './user-events.ts';

/** More hints than wait for any reader who keeps up. */
const LONGEST_QUEUE = 500;

export interface EventFeedHooks {
  /** Reads how what the hint is of is now, and sends it where there is something to be sent. Rejects when it could not be read. */
  send(hint: UserHint): Promise<void>;
  /** Whether the next event may be sent. */
  isReady(): boolean;
  /** What came could not be told. */
  onFailed(): void;
}

/**
 * Sends one client what it is given hints of, one after the other, each as it is when its turn comes: so the last that is
 * told of anything is the latest, and what changes often is told seldom. A client that is far behind is told to begin anew.
 */
export class EventFeed {
  readonly #hooks: EventFeedHooks;
  #waiting = new Map<string, UserHint>();
  #isSending = false;

  constructor(hooks: EventFeedHooks) {
    this.#hooks = hooks;
  }

  push(hint: UserHint): void {
    if (this.#waiting.size >= LONGEST_QUEUE) this.#waiting = new Map([['user', { type: 'user' }]]);
    else this.#waiting.set(nameOf(hint), hint);
    this.pump();
  }

  /** Sends on. Call when the client has caught up. */
  pump(): void {
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
    } catch {
      this.#hooks.onFailed();
    } finally {
      this.#isSending = false;
    }
  }
}

/** Two hints of the same name are as good as the later one. */
function nameOf(hint: UserHint): string {
  switch (hint.type) {
    case 'user':
    case 'usage':
      return hint.type;
    case 'conversation':
      return `conversation ${hint.conversationId}`;
    case 'reply-started':
    case 'reply-ended':
      return `${hint.type} ${hint.generationId}`;
    default:
      return hint satisfies never;
  }
}
