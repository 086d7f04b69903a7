import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { channelOf } from './scripts.ts';

/** How long the key stays if the connection breaks before it is removed. */
const KEPT_MS = 5_000;

/**
 * Connects to a Redis once, writes and removes a key, and publishes a message that only this call receives. Rejects with
 * the reason.
 */
export async function tryRedis(url: string, { connectMs, signal }: { connectMs: number; signal: AbortSignal }) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: connectMs, reconnectStrategy: false },
  });
  // `connect` rejects with the same error.
  client.on('error', () => {});
  const talk = async () => {
    await client.connect();
    const channel = channelOf(`doctor:${randomUUID()}`);
    // One that is full or a replica answers, but takes no writes.
    await client.set(channel, '', { PX: KEPT_MS });
    await client.del(channel);
    await new Promise<void>((resolve, reject) => {
      client
        .subscribe(channel, () => resolve())
        .then(() => client.publish(channel, 'hello'), reject)
        .catch(reject);
    });
  };
  try {
    // What accepts the connection and says nothing never ends `connect`.
    await Promise.race([talk(), rejectionOf(signal)]);
  } finally {
    if (client.isOpen) client.destroy();
  }
}

/** Rejects when the signal aborts, with its reason. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
