import { t } from '@parley/core';
import { tryStorage } from '../../storage/open-storage.ts';
import { asSentence, checkOf, error, ok, warning, type Check, type Result } from '../check.ts';
import { explainConnection } from '../explain-connection.ts';

const CONNECT_MS = 3_000;

/** Tries the database, and the Redis if there is one. */
export function storeChecks(databaseUrl: string, redisUrl: string | null): Check[] {
  return [databaseCheck(databaseUrl), redisCheck(redisUrl, databaseUrl.startsWith('mongodb'))];
}

function databaseCheck(url: string): Check {
  return checkOf(t`Database`, async (): Promise<Result> => {
    try {
      const { state, name } = await tryStorage(url);
      switch (state) {
        case 'ready':
          return ok(t`Reading and writing works: ${name}.`);
        case 'new':
          return ok(t`The first start will make ${name}.`);
        case 'outdated':
          return warning(
            t`An older version wrote ${name}.`,
            t`Back it up with that version, and start this one, which updates it.`,
          );
        case 'in-memory':
          return warning(t`The database is in memory: everything ends with the server.`, t`Remove DATABASE_URL.`);
        default:
          return state satisfies never;
      }
    } catch (failure) {
      return error(
        asSentence((failure as Error).message),
        t`Check DATABASE_URL and DATA_DIR, and run this as the server’s user.`,
      );
    }
  });
}

function redisCheck(url: string | null, isShareable: boolean): Check {
  return checkOf('Redis', async (signal) => {
    if (url === null) {
      return ok(
        isShareable ? t`Not set up: one process only (set REDIS_URL for several).` : t`Not set up, and not needed.`,
      );
    }
    // Redis's client is hundreds of modules, which a server without Redis never loads.
    const { tryRedis } = await import('../../cluster/redis/try-redis.ts');
    const { host } = new URL(url);
    try {
      await tryRedis(url, { connectMs: CONNECT_MS, signal });
      return ok(t`${host} answers and passes messages on.`);
    } catch (failure) {
      const isRefused = /NOAUTH|WRONGPASS|NOPERM/.test(String(failure));
      if (isRefused) return error(t`${host} rejects the user or the password.`, t`Check both in REDIS_URL.`);
      return error(t`Can’t use ${host}: ${explainConnection(failure)}.`, t`Check REDIS_URL, and that Redis runs.`);
    }
  });
}
