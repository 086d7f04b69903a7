import type { Logger } from 'pino';
import type { Replies } from '../chat/replies/replies.ts';
import type { MailService } from '../mail/mail-service.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';

const EVERY_MS = 60_000;

export interface DeletionDependencies {
  store: Storage['deletions'];
  replies: Pick<Replies, 'stopUser'>;
  /** Removes the user from other services; throws when one of them needs a retry. */
  forgetElsewhere: (userId: string) => Promise<void>;
  mailService: MailService;
  logger: Logger;
  now: () => number;
}

/**
 * Deletes accounts. The account disappears at once and its sessions end; then its replies are stopped, other services
 * are notified, and its conversations and files are removed in batches. `recover` resumes deletions that failed or that
 * a process did not finish.
 */
export class Deletions {
  readonly #dependencies: DeletionDependencies;
  readonly #running = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #resuming = Promise.resolve();
  #isClosed = false;

  constructor(dependencies: DeletionDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Resolves when the account is no longer visible; its content is removed afterwards. The mail says that the user or
   * the operator did it.
   */
  async begin({ id, email, emailVerified, language }: UserRecord, by: 'user' | 'operator' = 'user'): Promise<void> {
    const { store, mailService, now } = this.#dependencies;
    await store.begin(id, now());
    if (email !== null && emailVerified) {
      if (by === 'user') mailService.send((mails) => mails.accountDeleted(email), language);
      else mailService.send((mails) => mails.accountRemoved(email), language ?? 'en');
    }
    this.#run(id);
  }

  /** Resumes unfinished deletions, of other processes as well, now and every minute; called at the start. */
  async recover(): Promise<void> {
    const { logger } = this.#dependencies;
    this.#timer = setInterval(() => {
      this.#resuming = this.#resume().catch((error: unknown) =>
        logger.warn({ err: error }, 'looking for unfinished deletions failed, trying again in a minute'),
      );
    }, EVERY_MS).unref();
    await this.#resume();
  }

  /** Resolves when no removal is running. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#resuming;
    await Promise.all(this.#running.values());
  }

  async #resume(): Promise<void> {
    for (const userId of await this.#dependencies.store.listUnfinished()) this.#run(userId);
  }

  #run(userId: string): void {
    if (this.#isClosed || this.#running.has(userId)) return;
    const work = this.#remove(userId)
      .catch((error: unknown) => {
        this.#dependencies.logger.warn({ err: error }, 'deleting an account failed, trying again within a minute');
      })
      .finally(() => this.#running.delete(userId));
    this.#running.set(userId, work);
  }

  async #remove(userId: string): Promise<void> {
    const { store, replies, forgetElsewhere, logger, now } = this.#dependencies;
    await replies.stopUser(userId);
    // Before the content, because the user is charged until then. A failure does not keep the content.
    const [elsewhere] = await Promise.allSettled([forgetElsewhere(userId)]);
    while (!(await store.removeContent(userId))) {
      await new Promise(setImmediate);
      if (this.#isClosed) return;
    }
    if (elsewhere.status === 'rejected') throw elsewhere.reason;
    await store.finish(userId, now());
    logger.info('an account was deleted');
  }
}
