import type { Logger } from 'pino';
import type { Replies } from '../chat/replies/replies.ts';
import type { Post } from '../mail/open-post.ts';
import type { Storage, UserRecord } from '../storage/storage.ts';

const AGAIN_MS = 60_000;

export interface DeletionDependencies {
  store: Storage['deletions'];
  replies: Pick<Replies, 'stopUser'>;
  /** Tells other services that the person is no user of ours any more; throws when one has to be told again later. */
  forgetElsewhere: (userId: string) => Promise<void>;
  post: Post;
  logger: Logger;
  now: () => number;
}

/**
 * Deletes accounts: at once nobody is signed in to it or finds it; its replies are stopped, and its conversations and
 * files removed in pieces; then other services are told. What a crash interrupted `recover` takes up again.
 */
export class Deletions {
  readonly #dependencies: DeletionDependencies;
  readonly #running = new Map<string, Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #isClosed = false;

  constructor(dependencies: DeletionDependencies) {
    this.#dependencies = dependencies;
  }

  /** Resolves when the account is gone for everybody; what it had is removed afterwards. */
  async begin({ id, email, emailVerified }: UserRecord): Promise<void> {
    const { store, post, now } = this.#dependencies;
    await store.begin(id, now());
    if (email !== null && emailVerified) post.send((mails) => mails.accountDeleted(email));
    this.#run(id);
  }

  /** Goes on with what was begun and not finished; at the start. */
  async recover(): Promise<void> {
    for (const userId of await this.#dependencies.store.listUnfinished()) this.#run(userId);
  }

  /** Resolves when nothing is being removed any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running.values());
  }

  #run(userId: string): void {
    if (this.#isClosed || this.#running.has(userId)) return;
    const work = this.#remove(userId)
      .catch((error: unknown) => {
        this.#dependencies.logger.warn({ err: error }, 'deleting an account failed, trying again in a minute');
        if (this.#isClosed) return;
        const timer = setTimeout(() => {
          this.#timers.delete(timer);
          this.#run(userId);
        }, AGAIN_MS).unref();
        this.#timers.add(timer);
      })
      .finally(() => this.#running.delete(userId));
    this.#running.set(userId, work);
  }

  async #remove(userId: string): Promise<void> {
    const { store, replies, forgetElsewhere, logger, now } = this.#dependencies;
    await replies.stopUser(userId);
    while (!(await store.removeContent(userId))) {
      await new Promise(setImmediate);
      if (this.#isClosed) return;
    }
    await forgetElsewhere(userId);
    await store.finish(userId, now());
    logger.info('an account was deleted');
  }
}
