import type { Logger } from 'pino';
import { sentenceOf, RESTORABLE_DAYS } from '@parley/core';
import type { Storage } from '../storage/storage.ts';

const HOUR_MS = 3_600_000;
const RESTORABLE_MS = RESTORABLE_DAYS * 24 * HOUR_MS;
const UNSENT_MS = 24 * HOUR_MS;
/** Age of a lost reply; longer than any reply takes. */
const LOST_MS = HOUR_MS / 4;
const INTERRUPTED = { code: 'interrupted', sentence: sentenceOf('interrupted') } as const;
/** Batch sizes, small enough that other work does not have to wait long. */
const CONVERSATIONS_AT_ONCE = 1;
const PROJECTS_AT_ONCE = 20;
const FILES_AT_ONCE = 20;
const USERS_AT_ONCE = 200;

export interface PurgeDependencies {
  storage: Pick<Storage, 'conversations' | 'projects' | 'files' | 'replies' | 'sessions'>;
  logger: Logger;
  now: () => number;
}

/**
 * Starts the purge, now and every hour. Permanently deletes what can no longer be restored: conversations and
 * projects deleted 30 days ago, uploads not sent with a message within a day, and expired sessions, links and remembered
 * devices. Also ends replies that no process writes any more. `stop` resolves when no purge is running.
 */
export function startPurge({ storage, logger, now }: PurgeDependencies): { stop(): Promise<void> } {
  let isStopped = false;
  let running = run();
  const timer = setInterval(() => (running = running.then(run)), HOUR_MS);
  timer.unref();

  async function run(): Promise<void> {
    try {
      const projects = await purgeInBatches(PROJECTS_AT_ONCE, (limit) =>
        storage.projects.purge(now() - RESTORABLE_MS, limit),
      );
      const files = await purgeInBatches(FILES_AT_ONCE, (limit) => storage.files.purgeUnsent(now() - UNSENT_MS, limit));
      await deleteExpired();
      // Last, because this also erases the remains of what was deleted before.
      const conversations = await purgeInBatches(CONVERSATIONS_AT_ONCE, (limit) =>
        storage.conversations.purge(now() - RESTORABLE_MS, limit),
      );
      const lost = await storage.replies.endOrphaned(now() - LOST_MS, now(), INTERRUPTED);
      if (lost.length > 0) logger.warn({ replies: lost.length }, 'replies without a writer were interrupted');
      if (conversations + projects + files > 0) logger.info({ conversations, projects, files }, 'removed for good');
    } catch (error) {
      logger.warn({ err: error }, 'removing for good failed, trying again in an hour');
    }
  }

  async function deleteExpired(): Promise<void> {
    let after: string | null = '';
    while (after !== null && !isStopped) {
      after = await storage.sessions.deleteExpired(now(), after, USERS_AT_ONCE);
      await new Promise(setImmediate);
    }
  }

  async function purgeInBatches(limit: number, purge: (limit: number) => Promise<number>): Promise<number> {
    let total = 0;
    while (!isStopped) {
      const count = await purge(limit);
      total += count;
      if (count < limit) break;
      await new Promise(setImmediate);
    }
    return total;
  }

  return {
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
