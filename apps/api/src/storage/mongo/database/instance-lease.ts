import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { collection } from './collection.ts';
import type { Database } from './database.ts';
import { wasFree } from './driver-errors.ts';

/** How a process shares the database. */
export interface Sharing {
  /** Whether it works alone, without a Redis to coordinate with other processes. */
  isAlone: boolean;
  /** Called when another process has considered this one dead and taken its place. */
  onLost(): void;
}

interface InstanceDocument {
  _id: string;
  /** Id of this holder. Another holder under the same `_id` has a different one. */
  holder: string;
  /** Incremented with each renewal, so that no clocks need to be compared. */
  beat: number;
}

const instances = collection<InstanceDocument>('instances');

const RENEW_MS = 1_500;
/** A lease that is not renewed for this long has expired: its process is dead. */
const DEAD_MS = 5_000;
const LOOK_MS = 250;
/** The lease of a process that works alone. */
const ALONE = 'alone';

/**
 * Takes a lease in the database and renews it. A process that works alone rejects a database with any other live
 * process, since it would interrupt that process's replies. A process with Redis rejects a database with one that works
 * alone. A dead process's lease expires after 5 s. Throws a sentence. Returns a function that releases the lease.
 */
export async function takeLease(database: Database, { isAlone, onLost }: Sharing): Promise<() => Promise<void>> {
  const all = database.of(instances);
  const holder = randomUUID();
  const id = isAlone ? ALONE : holder;
  const others = async () =>
    (await all.find({}).toArray()).filter((each) => each.holder !== holder && (isAlone || each._id === ALONE));

  /** Removes expired leases. Throws when another process is alive. */
  async function refuseTheLiving(): Promise<void> {
    const seen = await others();
    for (let waited = 0; seen.length > 0 && waited < DEAD_MS; waited += LOOK_MS) {
      const now = await others();
      if (
        now.some(
          ({ _id, holder: by, beat }) => !seen.some((old) => old._id === _id && old.holder === by && old.beat === beat),
        )
      ) {
        throw new Error(
          isAlone
            ? 'another process works with it, and this one has no REDIS_URL. Set REDIS_URL for both, or stop the other one first.'
            : 'another process without REDIS_URL works with it. Set REDIS_URL for both, or stop the other one first.',
        );
      }
      if (now.length === 0) return;
      await delay(LOOK_MS);
    }
    for (const { _id, beat } of seen) await all.deleteOne({ _id, beat });
  }

  await refuseTheLiving();
  while (!(await wasFree(all.insertOne({ _id: id, holder, beat: 0 })))) await refuseTheLiving();
  const giveBack = async () => void (await all.deleteOne({ _id: id, holder }));
  try {
    // A process that started at the same time sees this lease by now.
    await refuseTheLiving();
  } catch (error) {
    await giveBack();
    throw error;
  }

  let isRenewing = false;
  const timer = setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    all
      .updateOne({ _id: id, holder }, { $inc: { beat: 1 } })
      .then(({ matchedCount }) => matchedCount === 0 && onLost())
      // The server is unreachable, so no other process can take the lease either.
      .catch(() => {})
      .finally(() => (isRenewing = false));
  }, RENEW_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await giveBack().catch(() => {});
  };
}
