import type { Frame, SharedReplies } from '../shared-replies.ts';
import type { RedisConnection } from './redis-connection.ts';
import type { RedisTopics } from './redis-topics.ts';
import { channelOf, logKey, sealKey } from './scripts.ts';

/** Batching interval for the events of a reply, in milliseconds; readers in other processes lag by that much. */
const TOGETHER_MS = 30;
const AT_ONCE = 500;

const topicOf = (generationId: string): string => `log ${generationId}`;

/**
 * Stores each reply as one Redis stream whose entry ids are the sequence numbers. A message on its topic announces new
 * entries.
 */
export function redisReplies(connection: RedisConnection, topics: RedisTopics): SharedReplies {
  const waiting = new Map<string, Frame[]>();
  let timer: NodeJS.Timeout | undefined;

  const ring = (generationId: string) => [channelOf(topicOf(generationId)), topics.sender];
  const keys = (generationId: string) => [logKey(generationId), sealKey(generationId)];

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [generationId, frames] of waiting) {
      const values = [...ring(generationId), ...frames.flatMap(({ seq, text }) => [seq, text])];
      connection.send((client) => client.appendToLog({ keys: keys(generationId), values }));
    }
    waiting.clear();
  }

  function seal(generationId: string): void {
    flush();
    connection.send((client) => client.sealLog({ keys: keys(generationId), values: ring(generationId) }));
  }

  return {
    areShared: true,
    append(generationId, frame) {
      const frames = waiting.get(generationId);
      if (frames) frames.push(frame);
      else waiting.set(generationId, [frame]);
      timer ??= setTimeout(flush, TOGETHER_MS);
    },
    seal,
    erase(generationId) {
      // Sealing first prevents later appends.
      seal(generationId);
      connection.send((client) => client.del(logKey(generationId)));
    },
    async read(generationId, seq) {
      const answer = await connection.ask(async (client) => {
        // Queried first: a log sealed by then is read completely.
        const isSealed = client.exists(sealKey(generationId));
        const entries = client.xRange(logKey(generationId), `${seq + 1}-0`, '+', { COUNT: AT_ONCE });
        return Promise.all([isSealed, entries]);
      });
      if (!answer) return null;
      const [isSealed, entries] = answer;
      const frames = (entries ?? []).map(({ id, message }) => ({
        seq: Number.parseInt(id, 10),
        text: String(message.frame),
      }));
      return { frames, isSealed: isSealed === 1 && frames.length < AT_ONCE };
    },
    listen: (generationId, onMore) => topics.subscribe(topicOf(generationId), onMore),
  };
}
