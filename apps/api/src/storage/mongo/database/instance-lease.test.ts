import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { startProgram } from '../../../testing/processes/command-process.ts';
import { startRedis, HAS_REDIS } from '../../../testing/processes/redis-server.ts';
import { findMongoTestServer, HOW_TO_RUN, urlOf } from '../testing/find-mongo-test-server.ts';

const server = await findMongoTestServer(process.env);
const LONG_MS = 120_000;

describe.runIf(server)(`processes that share one database in ${server?.name ?? `MongoDB (${HOW_TO_RUN})`}`, () => {
  afterAll(() => server?.close());

  const start = (name: string, settings: Record<string, string> = {}) =>
    startProgram('main.ts', [], {
      DATABASE_URL: urlOf(server!, name),
      JWT_SECRET: 'a secret for tests that has enough bytes',
      ...settings,
    });
  const ready = (program: ReturnType<typeof start>) => program.until(/is ready on (http:\S+)/);

  it(
    'rejects a second process without REDIS_URL until the first one has ended or died',
    { timeout: LONG_MS },
    async () => {
      const name = `parley-lease-${randomUUID()}`;
      const first = start(name);
      await ready(first);
      const refused = start(name);
      expect(await refused.ended).toEqual({
        code: 1,
        output: expect.stringMatching(
          /^Parley cannot start:\n {2}- DATABASE_URL: The database parley-lease-\S+ at \S+ cannot be used: another process works with it, and this one has no REDIS_URL\. Set REDIS_URL for both, or stop the other one first\.\n$/,
        ),
      });
      first.kill('SIGTERM');
      expect((await first.ended).code).toBe(0);
      const second = start(name);
      await ready(second);
      second.kill('SIGKILL');
      await second.ended;
      const killedAt = performance.now();
      const third = start(name);
      await ready(third);
      expect(performance.now() - killedAt).toBeLessThan(60_000);
      third.kill('SIGTERM');
      await third.ended;
    },
  );

  it.runIf(HAS_REDIS)(
    'lets two processes with Redis work together and rejects one without',
    { timeout: LONG_MS },
    async () => {
      const redis = await startRedis();
      const name = `parley-lease-${randomUUID()}`;
      const together = [start(name, { REDIS_URL: redis.url }), start(name, { REDIS_URL: redis.url })];
      await Promise.all(together.map(ready));
      const alone = start(name);
      expect((await alone.ended).output).toContain('this one has no REDIS_URL');
      for (const program of together) program.kill('SIGTERM');
      await Promise.all(together.map(({ ended }) => ended));
      const only = start(name);
      await ready(only);
      const late = start(name, { REDIS_URL: redis.url });
      expect((await late.ended).output).toContain('another process without REDIS_URL works with it');
      only.kill('SIGTERM');
      await only.ended;
    },
  );
});
