import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { AppError, t, type AuditResponse } from '@parley/core';
import type { AuditRecord, AuditStore, UserRecord, UserStore } from '../../storage/storage.ts';

const PAGE = 50;
/** How long an act may take. Later it counts as cut off by a crash, and pressing again completes it. */
const RUNNING_MS = 60_000;

const MEANWHILE = t`Somebody else acted on this account meanwhile. Look at it again.`;
const RUNNING = t`The last act on this account is still running. Try again in a minute.`;
const FAILED_BEFORE = t`This didn’t work. Look at the account again, then retry.`;
const UNWRITABLE = t`Nothing was done, because it can’t be added to “What staff did”. Check the database, then try again.`;

type Details = AuditRecord['details'];

/** One press of a member of staff on one account. */
export interface Press {
  id: string;
  /** How many acts on the account they had seen. */
  seen: number;
  action: string;
  details: Details;
}

export type Audit = ReturnType<typeof createAudit>;

/**
 * The audit list. Nothing happens without its line: it is written first, and completed with the outcome. If it cannot
 * be written, the act is not done, and everything here throws `unavailable` with a sentence that says so.
 */
export function createAudit(store: AuditStore, users: Pick<UserStore, 'findById'>, logger: Logger, now: () => number) {
  const newLine = (actor: UserRecord, action: string, details: Details): AuditRecord => {
    const about = { action, userId: '', place: null, details, outcome: 'started' as const };
    return { id: randomUUID(), pressId: randomUUID(), at: now(), actor: actor.email ?? actor.id, ...about };
  };

  const add = (line: AuditRecord) =>
    store.add(line).catch((cause: unknown) => {
      throw new AppError('unavailable', { message: UNWRITABLE, cause });
    });

  /** Adds the outcome to a stored line. */
  const end = (id: string, outcome: 'done' | 'failed', details: Details) =>
    store.end(id, outcome, details).catch((error: unknown) => {
      logger.warn({ err: error }, 'the outcome of an act could not be added to the audit list');
    });

  /** Does the work of a stored line and adds its outcome. */
  async function complete<T>({ id, details }: AuditRecord, work: () => Promise<T>): Promise<T> {
    let result: T;
    try {
      result = await work();
    } catch (error) {
      await end(id, 'failed', { ...details, reason: error instanceof AppError ? error.message : 'internal' });
      throw error;
    }
    await end(id, 'done', details);
    return result;
  }

  /**
   * The line of a repeated press; null if its act is done. Throws `conflict` if it is not done and cannot be repeated.
   */
  function repeated(line: AuditRecord, newest: AuditRecord | undefined): AuditRecord | null {
    if (line.outcome === 'done') return null;
    if (line.outcome === 'failed') throw new AppError('conflict', { message: FAILED_BEFORE });
    if (now() - line.at < RUNNING_MS) throw new AppError('conflict', { message: RUNNING });
    if (newest?.id !== line.id) throw new AppError('conflict', { message: MEANWHILE });
    return line;
  }

  return {
    /** Starts something that concerns no single account, such as a changed setting. Returns a function that ends it. */
    async begin(actor: UserRecord, action: string, details: Details) {
      const line = newLine(actor, action, details);
      await add(line);
      return (outcome: 'done' | 'failed', found: Details) => end(line.id, outcome, found);
    },

    /**
     * Does an act on an account at most once. The same press again does nothing, or completes what a crash cut off;
     * `work` must then have the same effect, so it takes its times from the line. Throws `conflict` when someone has
     * acted on the account since it was shown, and `idempotency-mismatch` for another act under the id of an earlier one.
     */
    async act(
      actor: UserRecord,
      userId: string,
      { id: pressId, seen, action, details }: Press,
      work: (at: number) => Promise<void>,
    ): Promise<void> {
      const acts = (await store.ofUser(userId)).filter(({ place }) => place !== null);
      const earlier = acts.find((line) => line.pressId === pressId);
      const newest = acts.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0)).at(-1);
      if (earlier) {
        if (!isSame(earlier, action, details)) throw new AppError('idempotency-mismatch');
        const line = repeated(earlier, newest);
        return line ? complete(line, () => work(line.at)) : undefined;
      }
      if (seen !== (newest?.place ?? 0)) throw new AppError('conflict', { message: MEANWHILE });
      if (newest?.outcome === 'started' && now() - newest.at < RUNNING_MS) {
        throw new AppError('conflict', { message: RUNNING });
      }
      const place = seen + 1;
      const line = { ...newLine(actor, action, details), id: placeId(userId, place), pressId, userId, place };
      if (!(await add(line))) throw new AppError('conflict', { message: MEANWHILE });
      await complete(line, () => work(line.at));
    },

    /** Adds that a member of staff tried what they may not do. */
    async refuse(actor: UserRecord, action: string, details: Details, userId = ''): Promise<void> {
      await add({ ...newLine(actor, action, details), userId, outcome: 'refused' });
    },

    /** How many acts on the account the list has. */
    async count(userId: string): Promise<number> {
      return (await store.ofUser(userId)).reduce((most, { place }) => Math.max(most, place ?? 0), 0);
    },

    async page(before: string | undefined): Promise<AuditResponse> {
      const { items, nextBefore } = await store.list({ limit: PAGE, ...(before !== undefined && { before }) });
      const ids = [...new Set(items.map(({ userId }) => userId))].filter(Boolean);
      const found = new Map(await Promise.all(ids.map(async (id) => [id, await users.findById(id)] as const)));
      const lines = items.map(({ id, at, actor, action, details, outcome, userId }) => {
        const person = found.get(userId)?.email ?? null;
        return { id, at: new Date(at).toISOString(), actor, action, details, outcome, person };
      });
      return { success: true, lines, nextBefore };
    },
  };
}

/** Whether a line records this act. A failure may have added its reason to the details. */
function isSame(line: AuditRecord, action: string, details: Details): boolean {
  const { reason: _reason, ...asked } = line.details;
  return line.action === action && isDeepStrictEqual(asked, details);
}

/** The id of the line at this place: two acts at one place cannot both be stored. It names no account. */
function placeId(userId: string, place: number): string {
  return createHash('sha256').update(`${userId} ${place}`).digest('base64url');
}
