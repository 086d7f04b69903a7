import type { Server } from 'node:http';
import type { Logger } from 'pino';
import type { Replies } from './chat/replies/replies.ts';

/** How long running replies may take to end before they are interrupted. */
const DRAIN_MS = 25_000;
/** How long letting go may take: what another service holds up is taken up again at the next start. */
const RELEASE_MS = 10_000;

/**
 * On SIGTERM or Ctrl-C: takes no more work, lets running replies end for a while, stores and interrupts the rest, lets
 * go of everything and ends with exit code 0. A second signal ends the wait.
 */
export function endOnSignal(server: Server, replies: Replies, logger: Logger, release: () => Promise<void>): void {
  const impatience = new AbortController();
  let isEnding = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (isEnding) impatience.abort();
      else void end();
      isEnding = true;
    });
  }

  async function end(): Promise<void> {
    if (replies.runningCount > 0) {
      console.log(`Finishing ${replies.runningCount} running replies; press Ctrl-C again to interrupt them.`);
    }
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await replies.drain(AbortSignal.any([impatience.signal, AbortSignal.timeout(DRAIN_MS)]));
    // Readers of ended replies have been sent their last event; what is still open is idle or stuck.
    setTimeout(() => server.closeAllConnections(), 500).unref();
    await closed;
    const isReleased = await Promise.race([
      release().then(
        () => true,
        (error: unknown) => logger.error({ err: error }, 'could not let go of everything'),
      ),
      new Promise((resolve) => setTimeout(resolve, RELEASE_MS, true)),
    ]);
    logger.flush();
    process.exit(isReleased ? 0 : 1);
  }
}
