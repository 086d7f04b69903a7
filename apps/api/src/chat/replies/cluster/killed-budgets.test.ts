import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '@parley/sandbox';
import { openStorage } from '../../../storage/open-storage.ts';
import { HAS_REDIS, startRedis } from '../../../testing/processes/redis-server.ts';
import { spawnInstance } from '../../../testing/processes/spawn-instance.ts';
import { clientOf } from '../../../testing/test-server.ts';

/** 16,000 tokens to read and 4,000 to write. */
const RESERVED = 72_000;
/** Long enough for a busy machine, which may keep a living process from renewing its lease in time. */
const LEASE_MS = 5_000;
const prices = { date: '2026-11-23', models: { demo: { input: 2, output: 10 } } };

describe.runIf(HAS_REDIS)('cost limits over two processes', () => {
  it('what a killed process had reserved comes back, and the limit holds while Redis is away', async () => {
    const sandbox = await startSandbox({ faults: true, delayMs: 10 });
    onTestFinished(() => sandbox.close());
    const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
    onTestFinished(() => storage.close());
    const redis = await startRedis();
    const settings = { costCeilings: { day: 2 * RESERVED - 1 }, prices };
    const shared = {
      redisUrl: redis.url,
      leaseMs: LEASE_MS,
      modelUrl: sandbox.urls.openai,
      database: storage,
      settings,
    };
    const [a, b] = await Promise.all([spawnInstance(shared), spawnInstance(shared)]);
    onTestFinished(() => [a, b].forEach(({ child }) => void child.kill('SIGKILL')));
    const [first, second] = [clientOf(a.url), clientOf(b.url)];
    const token = await first.signUp();
    const reserved = async () => (await storage.budgets.read('day', Date.now())).reserved;

    const killed = await first.send(token, { text: '[[long 3000]]' });
    await killed.until(() => killed.raw().includes('word9 '));
    expect((await second.send(token, { text: 'Hello' })).error?.code).toBe('cost-limit-reached');
    a.child.kill('SIGKILL');
    await expect.poll(reserved).toBe(0);
    const { spent } = await storage.budgets.read('day', Date.now());
    expect(spent).toBeLessThan(RESERVED);

    expect((await second.send(token, { text: '[[stall]]' })).status).toBe(200);
    expect(await reserved()).toBe(RESERVED);
    await redis.kill();
    expect((await second.send(token, { text: 'Hello' })).error?.code).toBe('cost-limit-reached');
    expect(await reserved()).toBe(RESERVED);
  });
});
