import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aCaller } from '../testing/a-caller.ts';
import { FairScheduler, type Caller } from './fair-scheduler.ts';
import type { WorkLimit } from './work-limits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const LIMIT: WorkLimit = {
  what: '',
  places: 2,
  perAddress: 2,
  perUser: 1,
  waitingPerUser: 3,
  waiting: 100,
  waitSeconds: 10,
  retrySeconds: 5,
};

/** A scheduler whose work takes a second, and the order in which its work started. */
function scheduler(changes: Partial<WorkLimit> = {}) {
  const fair = new FairScheduler({ ...LIMIT, ...changes });
  const begun: string[] = [];
  const refused: string[] = [];
  async function work(name: string, caller: Caller): Promise<void> {
    await fair
      .run(caller, async () => {
        begun.push(name);
        await new Promise((resolve) => setTimeout(resolve, 1000));
      })
      .catch((error: { code: string }) => refused.push(`${name} ${error.code}`));
  }
  return { fair, begun, refused, work };
}

const flush = () => vi.advanceTimersByTimeAsync(0);
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

describe('a place in the scheduler', () => {
  it('the scheduler gives places to users in turn, regardless of arrival order and amount of work', async () => {
    const { begun, work } = scheduler({ places: 1 });
    for (const index of [1, 2, 3]) void work(`a${index}`, aCaller('a'));
    for (const index of [1, 2]) void work(`b${index}`, aCaller('b'));
    await flush();
    void work('c1', aCaller('c'));
    await seconds(10);
    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('the scheduler gives places to addresses in turn, regardless of their number of accounts', async () => {
    const { begun, work } = scheduler({ places: 1 });
    for (let account = 0; account < 8; account++)
      void work(`attack${account}`, aCaller(`attacker ${account}`, '10.0.0.1'));
    await flush();
    void work('mira', aCaller('mira', '10.0.0.2'));
    await seconds(3);
    expect(begun.slice(0, 2)).toEqual(['attack0', 'mira']);
  });

  it('the limit per address keeps places free for other addresses', async () => {
    const { begun, work } = scheduler({ places: 3, perAddress: 2 });
    for (let account = 0; account < 5; account++)
      void work(`attack${account}`, aCaller(`attacker ${account}`, '10.0.0.1'));
    await flush();
    expect(begun).toEqual(['attack0', 'attack1']);
    void work('mira', aCaller('mira', '10.0.0.2'));
    await flush();
    expect(begun.at(-1)).toBe('mira');
  });

  it('the limit per user applies across all addresses', async () => {
    const { fair, work } = scheduler({ places: 5, perUser: 2 });
    for (let address = 0; address < 4; address++) void work('a', aCaller('a', `10.0.0.${address}`));
    await flush();
    expect([fair.running, fair.waiting]).toEqual([2, 2]);
    await seconds(2);
    expect([fair.running, fair.waiting]).toEqual([0, 0]);
  });

  it('a place is released only once, even if release is called again', async () => {
    const { fair } = scheduler();
    const place = await fair.enter(aCaller('a'));
    await fair.enter(aCaller('b'));
    place.release();
    place.release();
    expect(fair.running).toBe(1);
  });

  it('a place counts as contested while another caller could use it', async () => {
    const { fair } = scheduler({ places: 2, perUser: 2, perAddress: 2 });
    const place = await fair.enter(aCaller('a'));
    await fair.enter(aCaller('b'));
    expect(place.isContested).toBe(false);
    const waiting = fair.enter(aCaller('c'));
    await flush();
    expect(place.isContested).toBe(true);
    place.release();
    await waiting;
    expect(place.isContested).toBe(false);
  });
});

describe('a caller', () => {
  it('a caller whose own queue is full is rejected with a time to retry, and others are not', async () => {
    const { fair, work, refused } = scheduler({ places: 2 });
    for (let index = 0; index < 6; index++) void work(`a${index}`, aCaller('a'));
    await flush();
    expect(refused).toEqual(['a4 rate-limited', 'a5 rate-limited']);
    void work('b', aCaller('b'));
    await flush();
    expect([fair.running, fair.waiting]).toEqual([2, 3]);
    await expect(fair.enter(aCaller('a'))).rejects.toMatchObject({ status: 503, retryAfter: 5 });
  });

  it('a caller that needs room in a full queue displaces one of the longest queue', async () => {
    const { fair, work, refused } = scheduler({ places: 1, waitingPerUser: 50, waiting: 4 });
    for (let index = 0; index < 4; index++) void work(`a${index}`, aCaller('a', '10.0.0.1'));
    void work('b0', aCaller('b', '10.0.0.1'));
    await flush();
    void work('c0', aCaller('c', '10.0.0.2'));
    void work('d0', aCaller('d', '10.0.0.3'));
    await flush();
    expect(fair.waiting).toBe(4);
    expect(refused).toEqual(['a3 rate-limited', 'a2 rate-limited']);
    void work('b1', aCaller('b', '10.0.0.1'));
    await flush();
    expect(refused.at(-1)).toBe('b1 rate-limited');
  });

  it('a caller waits no longer than the limit', async () => {
    const { fair, work, refused } = scheduler({ places: 1, waitSeconds: 2 });
    void fair.enter(aCaller('a'));
    void work('b', aCaller('b'));
    await seconds(1.9);
    expect(refused).toEqual([]);
    await seconds(0.2);
    expect(refused).toEqual(['b unavailable']);
    expect(fair.waiting).toBe(0);
  });

  it('a caller that disconnects leaves the queue and gets no place', async () => {
    const { fair, begun, work } = scheduler({ places: 1 });
    const left = new AbortController();
    void work('a', aCaller('a'));
    void work('gone', aCaller('b', undefined, left.signal));
    void work('c', aCaller('c'));
    await flush();
    left.abort();
    expect(fair.waiting).toBe(1);
    await seconds(3);
    expect(begun).toEqual(['a', 'c']);
    await expect(fair.enter(aCaller('d', undefined, left.signal))).rejects.toMatchObject({ code: 'unavailable' });
    expect(fair.running).toBe(0);
  });
});

it('the scheduler forgets an address whose user goes on working at another one', async () => {
  const fair = new FairScheduler({ ...LIMIT, perUser: 2 });
  const atDesk = await fair.enter(aCaller('mira', '10.0.0.1'));
  const underway = await fair.enter(aCaller('mira', '10.0.0.2'));
  underway.release();
  expect(fair.addressCount).toBe(1);
  atDesk.release();
  expect(fair.addressCount).toBe(0);
});

it('the scheduler runs everything once and never exceeds its limits', async () => {
  const limit = {
    places: 4,
    perAddress: 3,
    perUser: 2,
    waitingPerUser: 1000,
    waiting: 10_000,
    waitSeconds: 10_000,
    retrySeconds: 5,
  };
  const fair = new FairScheduler({ what: '', ...limit });
  const running = new Map<string, number>();
  const count = (key: string, by: number) => running.set(key, (running.get(key) ?? 0) + by);
  let done = 0;
  for (let index = 0; index < 400; index++) {
    const caller = aCaller(`user ${(index * 7) % 11}`, `10.0.0.${(index * 5) % 6}`);
    const keys = ['all', String(caller.user), caller.address];
    void fair.run(caller, async () => {
      keys.forEach((key) => count(key, 1));
      expect(running.get('all')).toBeLessThanOrEqual(limit.places);
      expect(running.get(String(caller.user))).toBeLessThanOrEqual(limit.perUser);
      expect(running.get(caller.address)).toBeLessThanOrEqual(limit.perAddress);
      await new Promise((resolve) => setTimeout(resolve, 1 + (index % 13)));
      keys.forEach((key) => count(key, -1));
      done++;
    });
  }
  await seconds(60);
  expect([done, fair.running, fair.waiting, fair.addressCount]).toEqual([400, 0, 0, 0]);
});
