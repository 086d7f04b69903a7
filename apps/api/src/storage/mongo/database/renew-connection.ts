import type { MongoClient } from 'mongodb';

/**
 * Makes the client reconnect when a heartbeat neither succeeds nor fails. The driver waits forever for a socket that
 * closes just as it is written to. When all connections are cut at once, that can be the heartbeat that would detect
 * the server's return. Returns a function that stops the watch.
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
    // A streaming heartbeat has no deadline: the server answers it when something changes.
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
