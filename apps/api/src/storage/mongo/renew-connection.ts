import type { MongoClient } from 'mongodb';

/**
 * Has the client look for its servers anew when asking one of them how it is neither succeeds nor fails. The driver waits for
 * good for a socket that closes just as it is written to; where all connections are cut at once, that can be the one by which
 * it would learn that the server is back. Returns what ends the watch.
 */
export function watchHeartbeats(client: MongoClient, patienceMs: number): () => void {
  const asked = new Map<string, NodeJS.Timeout>();
  let isOver = false;

  const forget = ({ connectionId }: { connectionId: string }) => {
    clearTimeout(asked.get(connectionId));
    asked.delete(connectionId);
  };
  const renew = async () => {
    await client.close();
    if (!isOver) await client.connect();
  };
  client.on('serverHeartbeatStarted', (event) => {
    forget(event);
    // A server that tells by itself when something changes is not waited for.
    if (isOver || event.awaited) return;
    asked.set(event.connectionId, setTimeout(() => void renew().catch(() => {}), patienceMs).unref());
  });
  client.on('serverHeartbeatSucceeded', forget);
  client.on('serverHeartbeatFailed', forget);
  return () => {
    isOver = true;
    for (const connectionId of asked.keys()) forget({ connectionId });
  };
}
