import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '@parley/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { freePort } from '../testing/processes/free-port.ts';
import { HAS_REDIS, startRedisProcess, type RedisProcess } from '../testing/processes/redis-process.ts';
import { spawnInstance, type Instance } from '../testing/processes/spawn-instance.ts';
import { TEST_SETTINGS } from '../testing/test-settings.ts';
import { clientOf } from '../testing/test-server.ts';
import { findProgram, shippedCaddy, shippedNginx } from './testing/start-proxy.ts';

const CLIENTS = process.env.PARLEY_TEST_ALL ? 8 : 4;
/** Pause of a client between two messages, so that a restart meets many and the processor stays free. */
const PAUSE_MS = 100;
/** How long an instance is down during its restart. */
const GONE_MS = 300;
/** How long an instance is ready before the next one restarts: the proxies check each second. */
const NOTICED_MS = 3_000;
const LEASE_MS = 12_000;

let redis: RedisProcess;
let sandbox: Sandbox;
let storage: Storage;
beforeAll(async () => {
  if (!HAS_REDIS) return;
  redis = await startRedisProcess();
  sandbox = await startSandbox({ delayMs: 5 });
  storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
});
afterAll(async () => {
  await storage?.close();
  await sandbox?.close();
  await redis?.kill();
});

/** Starts an instance in its own process; `restart` stops and starts it as a deployment does. */
async function startRolling() {
  const port = await freePort();
  const start = async (): Promise<Instance> => {
    const modelUrl = sandbox.urls.openai;
    const started = await spawnInstance({
      redisUrl: redis.url,
      leaseMs: LEASE_MS,
      modelUrl,
      database: storage,
      port,
      settings: {
        usageRule: { limit: 1_000_000, windowLength: 3_600_000 },
        rateLimits: { ...TEST_SETTINGS.rateLimits, messages: 1_000_000 },
      },
    });
    return started;
  };
  let instance = await start();
  const stop = async (): Promise<void> => {
    const exit = once(instance.child, 'exit');
    instance.child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
  };
  return {
    address: `127.0.0.1:${port}`,
    async restart() {
      await stop();
      await delay(GONE_MS);
      instance = await start();
    },
    stop,
  };
}

const PROXIES = [
  { name: 'nginx', program: findProgram('nginx', process.env.PATH), startProxy: shippedNginx },
  { name: 'Caddy', program: findProgram('caddy', process.env.PATH), startProxy: shippedCaddy },
];
const found = PROXIES.filter(({ program }) => program !== null);

describe.each(process.env.PARLEY_TEST_ALL || found.length === 0 ? PROXIES : found.slice(0, 1))(
  'a rolling restart behind $name',
  ({ program, startProxy }) => {
    it.skipIf(program === null || !HAS_REDIS)(
      'rejects no message, accepts none twice and finishes every reply, even for clients without an idempotency key',
      { timeout: 120_000 },
      async () => {
        const instances = [await startRolling(), await startRolling()];
        const proxy = await startProxy(
          program ?? '',
          instances.map(({ address }) => address),
        );
        const client = clientOf(proxy.url);
        const wrongs: string[] = [];
        let isRolling = true;
        let sent = 0;

        async function keepSending(token: string): Promise<void> {
          while (isRolling) {
            const conversationId = randomUUID();
            const response = await fetch(`${proxy.url}/api/chat/stream`, {
              method: 'POST',
              headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
              body: JSON.stringify({ conversationId, text: 'What is 6 * 7?' }),
            });
            const text = await response.text();
            sent++;
            if (response.status !== 200) wrongs.push(`${response.status} on sending: ${text.slice(0, 100)}`);
            else if (!text.includes('"done"')) wrongs.push(`a reply without its end: ${text.slice(-200)}`);
            const stored = await fetch(`${proxy.url}/api/chat/${conversationId}`, {
              headers: { Authorization: `Bearer ${token}` },
            });
            const body = await stored.text();
            if (stored.status !== 200) wrongs.push(`${stored.status} on reading: ${body.slice(0, 100)}`);
            else if ((JSON.parse(body) as { messages: unknown[] }).messages.length !== 2)
              wrongs.push(`not two messages: ${body}`);
            await delay(PAUSE_MS);
          }
        }

        const tokens = await Promise.all(Array.from({ length: CLIENTS }, () => client.signUp()));
        const senders = Promise.all(tokens.map(keepSending));
        for (const instance of instances) {
          await instance.restart();
          await delay(NOTICED_MS);
        }
        isRolling = false;
        await senders;
        expect(wrongs).toEqual([]);
        expect(sent).toBeGreaterThan(CLIENTS);
        console.log(`${sent} messages through 2 restarts, ${wrongs.length} refused`);
        await proxy.close();
        for (const instance of instances) await instance.stop();
      },
    );
  },
);
