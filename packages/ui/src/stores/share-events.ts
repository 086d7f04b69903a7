import type { UserEvent } from '@parley/core';
import { holdEvents, type EventsOptions } from './hold-events.ts';

interface SharedEventsOptions extends EventsOptions {
  /** Whose events they are; tabs of others hear nothing of them. */
  userId: string;
  /** Another tab has the connection, and heard what was told before this one began to listen. */
  onMissed: () => void;
}

/**
 * Hears what changes elsewhere, over one connection for all tabs of this browser: the tab that holds the lock has it
 * and hands on what comes, and the next one takes over when it leaves. Where there are no locks each tab has its own.
 * Returns what ends it.
 */
export function shareEvents(options: SharedEventsOptions): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let leave = join(options);
  // A page that is kept for Back holds up no other tab.
  addEventListener('pagehide', () => leave(), { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && (leave = join(options)), { signal });
  return () => {
    listening.abort();
    leave();
  };
}

function join({ userId, api, onEvent, onMissed }: SharedEventsOptions): () => void {
  // They are missing where a page came over plain HTTP.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return holdEvents({ api, onEvent });

  const name = `events-of-${userId}`;
  const membership = new AbortController();
  const { signal } = membership;
  const channel = new BroadcastChannel(name);
  channel.addEventListener('message', ({ data }: MessageEvent<UserEvent>) => onEvent(data));

  let isLeading = false;
  const lead = (): Promise<void> =>
    new Promise((resolve) => {
      isLeading = true;
      if (signal.aborted) {
        resolve();
        return;
      }
      const stop = holdEvents({
        api,
        onEvent(event) {
          channel.postMessage(event);
          onEvent(event);
        },
      });
      signal.addEventListener('abort', () => {
        stop();
        resolve();
      });
    });
  // Rejects for whoever leaves while waiting; a browser that gives no lock leaves each tab to itself.
  locks.request(name, { signal }, lead).catch(() => void (signal.aborted || lead()));
  void othersLead(locks, name).then((isLate) => isLate && !isLeading && !signal.aborted && onMissed());

  return () => {
    membership.abort();
    channel.close();
  };
}

/** Asked after the lock was: whoever has it then and is not this tab had it before. */
async function othersLead(locks: LockManager, name: string): Promise<boolean> {
  const { held = [] } = await locks.query().catch((): LockManagerSnapshot => ({}));
  return held.some((lock) => lock.name === name);
}
