import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openStorage } from '../storage/open-storage.ts';
import { NEW_USER, type UserRecord } from '../storage/storage.ts';
import { Deletions } from './deletions.ts';

const USER: UserRecord = { ...NEW_USER, id: 'leaving', email: null, passwordHash: null, createdAt: 0 };

/** A store with one user, and processes that share it. `steps` has what they did. */
async function openStore() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  onTestFinished(() => storage.close());
  await storage.users.create(USER);
  const { deletions } = storage;
  const steps: string[] = [];
  const elsewhere = { isDown: false };
  const start = () => {
    const process = new Deletions({
      store: {
        ...deletions,
        removeContent(userId) {
          steps.push('content');
          return deletions.removeContent(userId);
        },
      },
      replies: { stopUser: async () => {} },
      async forgetElsewhere() {
        steps.push('elsewhere');
        if (elsewhere.isDown) throw new Error('Stripe is down');
      },
      mailService: { isConfigured: false, send() {}, runLater() {}, async close() {} },
      logger: pino({ level: 'silent' }),
      now: () => 1,
    });
    onTestFinished(() => process.close());
    return process;
  };
  return { deletions, steps, elsewhere, start };
}

it('a running process finishes a deletion that a closed one began', async () => {
  const { deletions, steps, elsewhere, start } = await openStore();
  await start().recover();
  elsewhere.isDown = true;
  const closing = start();
  await closing.begin(USER);
  await closing.close();
  expect(await deletions.listUnfinished()).toEqual([USER.id]);
  elsewhere.isDown = false;
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(() => deletions.listUnfinished()).toEqual([]);
  expect(steps.filter((step) => step === 'elsewhere')).toHaveLength(2);
});

it('a closed process resumes no deletion', async () => {
  const { steps, elsewhere, start } = await openStore();
  elsewhere.isDown = true;
  const process = start();
  await process.recover();
  await process.begin(USER);
  await process.close();
  const before = [...steps];
  await vi.advanceTimersByTimeAsync(600_000);
  expect(steps).toEqual(before);
});

it('a deletion cancels the subscription before it removes the content', async () => {
  const { deletions, steps, start } = await openStore();
  await start().begin(USER);
  await expect.poll(() => deletions.listUnfinished()).toEqual([]);
  expect(steps).toEqual(['elsewhere', 'content']);
});

it('a deletion removes the content while another service is down', async () => {
  const { deletions, steps, elsewhere, start } = await openStore();
  elsewhere.isDown = true;
  await start().begin(USER);
  await expect.poll(() => steps).toEqual(['elsewhere', 'content']);
  expect(await deletions.listUnfinished()).toEqual([USER.id]);
});
