import type { Client } from '../client.ts';

/** Milliseconds after the start. By then the first message has usually been answered. */
const READ_AFTER = 10_000;

/**
 * Caches what the settings show, some time after the start, so that it can be read without a connection. The memories
 * are cached by `watchMemories`. Returns a function that ends it.
 */
export function cacheSettings(client: Client): () => void {
  const read = async (): Promise<void> => {
    const { readAccount, readList } = await import('./read-settings.ts');
    await Promise.all([readAccount(client), readList(client, 'archived'), readList(client, 'deleted')]);
  };
  // A failure leaves gaps offline until the next start.
  const timer = setTimeout(() => void read().catch(() => {}), READ_AFTER);
  return () => clearTimeout(timer);
}
