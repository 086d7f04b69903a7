import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Cluster } from './cluster.ts';
import { inTurn } from './in-turn.ts';

/** Single-process cluster that keeps everything in memory. */
export function ownProcess(): Cluster {
  const id = randomUUID();
  const topics = new EventEmitter().setMaxListeners(0);
  return {
    id,
    lease: {
      isDoubtful: false,
      async settled() {},
      onLost() {},
      onRenewed() {},
      async findDead(owners) {
        return owners.filter((owner) => owner !== id);
      },
    },
    publish: (topic, message) => void topics.emit(`topic ${topic}`, message),
    subscribe(topic, onMessage) {
      topics.on(`topic ${topic}`, onMessage);
      return () => topics.off(`topic ${topic}`, onMessage);
    },
    onMissed: () => () => {},
    isReached: true,
    limiter: (name, { points, duration }) => new RateLimiterMemory({ keyPrefix: name, points, duration }),
    inTurn: inTurn(),
    replies: {
      areShared: false,
      append() {},
      seal() {},
      erase() {},
      async read() {
        return null;
      },
      listen: () => () => {},
    },
    async close() {},
  };
}
