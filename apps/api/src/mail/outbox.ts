import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { pause } from '../pause.ts';
import type { Mail, Mailer } from './mail.ts';

const AT_ONCE = 2;
const WAITING = 1000;
/** Delays between the attempts for one mail. Greylisting servers accept it after five minutes. */
const PAUSES_MS = [2_000, 15_000, 60_000, 330_000];
/** How long `close` waits for mails in flight. */
const CLOSING_MS = 3_000;

/**
 * Sends all mail in the background, so that no request waits for the mail server and no response time reveals whether a
 * mail was sent. The queue is in memory: after a crash, users can request their mail again.
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

  /** Queues a mail unless `isAdmitted` denies it, and retries it when the server fails. Never throws. */
  enqueue(mail: Mail, isAdmitted = async () => true): void {
    if (this.#closing.signal.aborted) return;
    if (this.#open.size >= WAITING) this.#drop({}, 'too many mails wait for the mail server; one was dropped');
    else this.#follow(isAdmitted().then((admitted) => (admitted ? this.#deliver(mail) : undefined)));
  }

  /** Runs work that may send a mail, after the response is sent. Never throws. */
  runLater(work: () => Promise<void>): void {
    this.#follow(new Promise((resolve) => setImmediate(resolve)).then(work));
  }

  /** Sends the mails in flight, without further retries, and disconnects from the mail server. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.race([Promise.all(this.#open), new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref())]);
    this.#mailer.close();
  }

  #drop(why: { code?: string | undefined; responseCode?: number | undefined }, message: string): void {
    this.#logger.error(why, message);
    this.#mailer.onDropped?.();
  }

  #follow(work: Promise<void>): void {
    const followed = work
      .catch((error: unknown) => {
        // Never log the error itself: mail servers' responses contain the address.
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        this.#drop({ code, responseCode }, 'a mail could not be sent');
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
        await pause(pauseMs, this.#closing.signal);
        if (this.#closing.signal.aborted) throw error;
      }
    }
  }
}
