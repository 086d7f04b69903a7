import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, it, vi } from 'vitest';
import { BranchCache } from './branch-cache.ts';
import { exampleMessage as message } from './testing/example-message.ts';

const BRANCH = [message('a'), message('b')];

/** What connects the processes of a cluster, which a test can interrupt. */
let topics: EventEmitter;
let isReached: boolean;

beforeEach(() => {
  topics = new EventEmitter();
  isReached = true;
});

function cacheOfProcess() {
  const on = (topic: string, callback: (message: string) => void) => {
    topics.on(topic, callback);
    return () => topics.off(topic, callback);
  };
  return new BranchCache({
    publish: (topic, text) => void topics.emit(topic, text),
    subscribe: on,
    onMissed: (callback) => on('missed', callback),
    get isReached() {
      return isReached;
    },
  });
}

it('keeps the last branch of each conversation, for its user alone', () => {
  const cache = cacheOfProcess();
  cache.set('ann', '1', [message('before')]);
  cache.set('ann', '1', BRANCH);
  expect(cache.get('ann', '1')).toEqual(BRANCH);
  expect(cache.get('ann', '2')).toEqual([]);
  expect(cache.get('eve', '1')).toEqual([]);
});

it('keeps no branch with a reply that is still written, and none that is very long', () => {
  const cache = cacheOfProcess();
  cache.set('ann', '1', [...BRANCH, message('c', { status: 'streaming' })]);
  cache.set('ann', '2', [message('long', { text: 'x'.repeat(2_100_000) })]);
  cache.set('ann', '3', [message('read', { reasoningContent: 'x'.repeat(2_100_000) })]);
  expect(['1', '2', '3'].map((id) => cache.get('ann', id))).toEqual([[], [], []]);
});

it('keeps sixteen million characters at most, of the conversations that were used last', () => {
  const cache = cacheOfProcess();
  for (let id = 1; id <= 20; id++) cache.set('ann', String(id), [message('m', { text: 'x'.repeat(999_000) })]);
  const kept = Array.from({ length: 20 }, (_, index) => index + 1).filter((id) => cache.get('ann', String(id)).length);
  expect(kept).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
});

it('invalidates a conversation, and all of a user, in every process', () => {
  const [here, there] = [cacheOfProcess(), cacheOfProcess()];
  for (const cache of [here, there]) {
    for (const [user, id] of [
      ['ann', '1'],
      ['ann', '2'],
      ['anna', '1'],
    ] as const)
      cache.set(user, id, BRANCH);
  }
  const kept = (cache: BranchCache) =>
    ['ann 1', 'ann 2', 'anna 1'].filter((key) => cache.get(...(key.split(' ') as [string, string])).length > 0);
  here.invalidate('ann', '1');
  expect([kept(here), kept(there)]).toEqual([
    ['ann 2', 'anna 1'],
    ['ann 2', 'anna 1'],
  ]);
  here.invalidateUser('ann');
  expect([kept(here), kept(there)]).toEqual([['anna 1'], ['anna 1']]);
});

it('returns nothing while the other processes cannot be reached, and nothing from before', () => {
  const cache = cacheOfProcess();
  cache.set('ann', '1', BRANCH);
  isReached = false;
  expect(cache.get('ann', '1')).toEqual([]);
  topics.emit('missed');
  isReached = true;
  expect(cache.get('ann', '1')).toEqual([]);
});

it('forgets a conversation that rests for a quarter of an hour', async () => {
  const start = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start);
  const cache = cacheOfProcess();
  cache.set('ann', '1', BRANCH);
  const after = async (minutes: number) => {
    clock.mockReturnValue(start + minutes * 60_000);
    // The cache looks at the clock once a millisecond.
    await setTimeout(5);
    return cache.get('ann', '1');
  };
  expect(await after(14)).toEqual(BRANCH);
  expect(await after(15.1)).toEqual([]);
  clock.mockRestore();
});
