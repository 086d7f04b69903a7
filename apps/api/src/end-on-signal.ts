import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Logger } from 'pino';
import type { App } from './app.ts';
import { pause } from './pause.ts';

/** How long /readyz fails before new connections are refused, so that a proxy that polls it every second notices. */
const ANNOUNCE_MS = 2_000;
/** How long requests on open connections, including messages, are still accepted. */
const ARRIVE_MS = 1_000;
/** The listener's queue counts as empty after this many turns of the event loop without a new connection. */
const QUIET_TURNS = 3;
const MOST_TURNS = 100;
/** How long running replies may take to finish before they are interrupted. */
const DRAIN_MS = 25_000;
/** How long storing the interrupted ones may take; the next start interrupts those that are left. */
const STORE_MS = 5_000;
/** How long the release may take; the next start recovers whatever another service held up. */
const RELEASE_MS = 10_000;

/** The replies that a shutdown waits for. */
type Running = Pick<App, 'replies' | 'temporaryReplies'>;

/**
 * Shuts down on SIGTERM, Ctrl-C or the end of the parent script: accepts no more work, waits for running replies,
 * stores and interrupts those left, releases everything and exits with code 0. A second signal skips the wait.
 */
export function endOnSignal(
  server: Server,
  running: Running,
  logger: Logger,
  { isBehindProxy, release }: { isBehindProxy: boolean; release: () => Promise<void> },
): void {
  const impatience = new AbortController();
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, onSignal);
  }
  // A script that starts the server, as `npm start` does, holds an IPC channel to it. It closes when the script ends,
  // even if killed.
  process.on('disconnect', onSignal);
  // It may have been killed while this process was starting.
  if (process.connected === false) onSignal();

  function onSignal(): void {
    if (isEnding) impatience.abort();
    else void end();
    isEnding = true;
  }

  async function end(): Promise<void> {
    const count = running.replies.runningCount + running.temporaryReplies.runningCount;
    if (count > 0) {
      // Printed for a person at the terminal, like the lines at the start.
      console.log(`Finishing ${count} running replies. Press Ctrl-C again to interrupt them.`);
    }
    running.replies.announceShutdown();
    if (isBehindProxy) await pause(ANNOUNCE_MS, impatience.signal);
    await drainServer(server, running, impatience.signal);
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
 * Closes a server without losing a request from a proxy in front of it. New connections are refused first: a proxy
 * sends a refused request to another instance, regardless of its method. Open connections may send requests for another
 * second, and each response closes its connection. Then running replies finish, until `impatience` aborts or 25 s pass.
 */
async function drainServer(
  server: Server,
  { replies, temporaryReplies }: Running,
  impatience: AbortSignal,
): Promise<void> {
  server.prependListener('request', (_req, res) => res.setHeader('Connection', 'close'));
  await acceptQueue(server);
  // http.Server's own close would also end connections on which a request is just arriving.
  NetServer.prototype.close.call(server);
  const closed = once(server, 'close');
  await Promise.race([closed, pause(ARRIVE_MS, impatience)]);
  const deadline = AbortSignal.any([impatience, AbortSignal.timeout(DRAIN_MS)]);
  // From the first of these calls on, no temporary ones are accepted either.
  const drained = Promise.all([replies.drain(deadline), temporaryReplies.drain(deadline)]);
  const late = pause(DRAIN_MS, deadline).then(() => new Promise((resolve) => setTimeout(resolve, STORE_MS)));
  await Promise.race([drained, late]);
  server.closeIdleConnections();
  // Readers of finished replies have received their last event; connections still open are idle or stuck.
  setTimeout(() => server.closeAllConnections(), 500).unref();
  await closed;
}

/** Resolves when no connection waits to be accepted: closing the listener would make the system reset it. */
async function acceptQueue(server: Server): Promise<void> {
  let quiet = 0;
  const onConnection = () => (quiet = 0);
  server.on('connection', onConnection);
  for (let turn = 0; quiet < QUIET_TURNS && turn < MOST_TURNS; turn++, quiet++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.off('connection', onConnection);
}
