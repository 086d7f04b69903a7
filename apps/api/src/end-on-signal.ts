import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Replies } from './chat/replies/replies.ts';

/** How long /readyz refuses before connections are: a proxy that asks it every second has noticed by then. */
const ANNOUNCE_MS = 2_000;
/** How long requests on connections that are open already are still taken, messages too. */
const ARRIVE_MS = 1_000;
/** After as many turns of the event loop without a new connection the queue of the listener is taken for empty. */
const QUIET_TURNS = 3;
const MOST_TURNS = 100;
/** How long running replies may take to end before they are interrupted. */
const DRAIN_MS = 25_000;
/** How long releasing everything may take; the next start goes on with what another service holds up. */
const RELEASE_MS = 10_000;

/**
 * On SIGTERM, Ctrl-C or the end of the script that started it: takes no more work, lets running replies end for a while, stores and interrupts the rest, releases
 * everything and ends with exit code 0. A second signal ends the wait.
 */
export function endOnSignal(
  server: Server,
  replies: Replies,
  logger: Logger,
  { isBehindProxy, release }: { isBehindProxy: boolean; release: () => Promise<void> },
): void {
  const impatience = new AbortController();
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, onSignal);
  }
  // The script that started the server, as of `npm start`, holds a channel to it. It closes with that script, however it ends.
  process.on('disconnect', onSignal);

  function onSignal(): void {
    if (isEnding) impatience.abort();
    else void end();
    isEnding = true;
  }

  async function end(): Promise<void> {
    if (replies.runningCount > 0) {
      console.log(`Finishing ${replies.runningCount} running replies; press Ctrl-C again to interrupt them.`);
    }
    replies.announceEnd();
    if (isBehindProxy) await pause(ANNOUNCE_MS, impatience.signal);
    await drainServer(server, replies, impatience.signal);
    const isReleased = await Promise.race([
      release().then(
        () => true,
        (error: unknown) => logger.error({ err: error }, 'could not release everything'),
      ),
      new Promise((resolve) => setTimeout(resolve, RELEASE_MS, true)),
    ]);
    logger.flush();
    process.exit(isReleased ? 0 : 1);
  }
}

/**
 * Ends a server so that a proxy before it loses no request. New connections are refused first, and a proxy sends what was
 * refused to another instance, whatever its method. What comes on connections that are open already is taken for a
 * second, and each answer closes its connection. Then running replies end, until `impatience` aborts or 25 s are over.
 */
async function drainServer(server: Server, replies: Replies, impatience: AbortSignal): Promise<void> {
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'));
  await acceptQueue(server);
  // The close of http.Server would end connections as well on which a request is just arriving.
  NetServer.prototype.close.call(server);
  const closed = once(server, 'close');
  await Promise.race([closed, pause(ARRIVE_MS, impatience)]);
  await replies.drain(AbortSignal.any([impatience, AbortSignal.timeout(DRAIN_MS)]));
  server.closeIdleConnections();
  // Readers of ended replies have been sent their last event; what is still open is idle or stuck.
  setTimeout(() => server.closeAllConnections(), 500).unref();
  await closed;
}

/** Resolves when no connection waits to be accepted: the system resets those that do when their listener closes. */
async function acceptQueue(server: Server): Promise<void> {
  let quiet = 0;
  const onConnection = () => (quiet = 0);
  server.on('connection', onConnection);
  for (let turn = 0; quiet < QUIET_TURNS && turn < MOST_TURNS; turn++, quiet++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.off('connection', onConnection);
}

/** Resolves after so many milliseconds, or when `signal` aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, null, { signal }).catch(() => {});
}
