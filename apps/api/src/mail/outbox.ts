import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Mail, Mailer } from './mail.ts';

const AT_ONCE = 2;
const WAITING = 1000;
/** Between the tries for one mail. */
const PAUSES_MS = [2_000, 15_000, 60_000];
/** How long `close` waits for mails that are under way. */
const CLOSING_MS = 3_000;

/**
 * What leaves as mail leaves through here: nobody who asks waits for the mail server, or can tell by the time of an
 * answer whether a mail was sent. In memory: people can ask for their mail again after a crash.
 */
export class Outbox {
  readonly #mailer: Mailer;
  readonly #logger: Logger;
  readonly #limit = pLimit(AT_ONCE);
  readonly #closing = new AbortController();
  readonly #open = new Set<Promise<void>>();

  constructor(mailer: Mailer, logger: Logger) {
    this.#mailer = mailer;
    this.#logger = logger;
  }

  /** Sends a mail in its time, again when the server fails. Never throws. */
  post(mail: Mail): void {
    if (this.#closing.signal.aborted) return;
    if (this.#open.size >= WAITING) this.#logger.error('too many mails wait for the mail server; one was dropped');
    else this.#follow(this.#deliver(mail));
  }

  /** Does work that may end in a mail, once the answer to whoever asked is out. Never throws. */
  later(work: () => Promise<void>): void {
    this.#follow(new Promise((resolve) => setImmediate(resolve)).then(work));
  }

  /** Sends what can be sent at once and lets go of the mail server. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([Promise.all(this.#open), new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref())]);
    this.#mailer.close();
  }

  #follow(work: Promise<void>): void {
    const followed = work
      .catch((error: unknown) => {
        // Never the error itself: what mail servers answer names the address.
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        this.#logger.error({ code, responseCode }, 'a mail could not be sent');
      })
      .finally(() => this.#open.delete(followed));
    this.#open.add(followed);
  }

  async #deliver(mail: Mail): Promise<void> {
    for (const pauseMs of [...PAUSES_MS, null]) {
      try {
        return await this.#limit(() => this.#mailer.send(mail));
      } catch (error) {
        const isFinal = Number((error as { responseCode?: number }).responseCode ?? 0) >= 500;
        if (isFinal || pauseMs === null || this.#closing.signal.aborted) throw error;
        await this.#pause(pauseMs);
        if (this.#closing.signal.aborted) throw error;
      }
    }
  }

  /** Ends at once when the outbox is closed. */
  #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#closing;
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds).unref();
      signal.addEventListener('abort', end);
    });
  }
}
