import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { inTurn } from '../in-turn.ts';
import type { RedisConnection } from './redis-connection.ts';
import { turnKey } from './scripts.ts';

/** Expiry of a lock, in milliseconds; a holder that takes longer or dies loses it. */
const TURN_MS = 60_000;
const AGAIN_MS = 50;

/** Serializes the work of a key across all processes; in this process alone while Redis is away. */
export function redisTurns(connection: RedisConnection): ReturnType<typeof inTurn> {
  const ownTurns = inTurn();

  async function take(key: string, holder: string): Promise<void> {
    for (;;) {
      const answer = await connection.ask(async (client) => ({
        taken: await client.set(turnKey(key), holder, { NX: true, PX: TURN_MS }),
      }));
      if (!answer || answer.taken !== null) return;
      await delay(AGAIN_MS);
    }
  }

  return (key, work) =>
    ownTurns(key, async () => {
      const holder = randomUUID();
      await take(key, holder);
      try {
        return await work();
      } finally {
        connection.send((client) => client.endTurn({ keys: [turnKey(key)], values: [holder] }));
      }
    });
}
