import type { UserEvent } from '@parley/core';
import { attempt } from '../storage/attempt.ts';
import { connectEvents, type EventsOptions } from './event-connection.ts';

/** Milliseconds between the heartbeats that the leading tab sends to the others. */
const HEARTBEAT = 10_000;
/** Milliseconds without one after which the leading tab counts as gone: browsers slow the timers of hidden tabs. */
const SILENCE = 35_000;

interface SharedEventsOptions extends Omit<EventsOptions, 'onActivity'> {
  /** Tabs of other users form a group of their own. */
  userId: string;
  /** Called when another tab leads already, and so received events before this tab joined. */
  onMissed: () => void;
}

/**
 * Subscribes to the user's events over one connection for all tabs of this browser. One tab leads: it holds a Web Lock
 * and the connection, and forwards events to the followers over a BroadcastChannel. When it closes, the next tab in the
 * lock's queue leads; when it goes silent, a visible follower steals the lock. Without Web Locks each tab has its own
 * connection. Returns a function that unsubscribes.
 */
export function connectSharedEvents(options: SharedEventsOptions): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let leave = joinTabs(options);
  // A page in the back/forward cache must not keep the lock.
  addEventListener('pagehide', () => leave(), { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && (leave = joinTabs(options)), { signal });
  return () => {
    listening.abort();
    leave();
  };
}

function joinTabs({ userId, api, onEvent, onMissed }: SharedEventsOptions): () => void {
  const name = `events-of-${userId}`;
  // Missing on pages served over plain HTTP.
  const locks: LockManager | undefined = navigator.locks;
  // Refused where the browser forbids storage.
  const channel = locks && attempt(() => new BroadcastChannel(name));
  if (!channel) return connectEvents({ api, onEvent });

  let isMember = true;
  /** Closes the connection and releases the lock; null while this tab follows. */
  let resign: (() => void) | null = null;
  let lockRequest = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;

  const becomeLeader = (): Promise<void> | undefined => {
    if (!isMember) return undefined;
    clearTimeout(silence);
    const { promise, resolve } = Promise.withResolvers<void>();
    /** Null is a heartbeat. */
    const forward = (event: UserEvent | null): void => void (isMember && channel.postMessage(event));
    const disconnect = connectEvents({
      api,
      onActivity: () => forward(null),
      onEvent(event) {
        forward(event);
        onEvent(event);
      },
    });
    const heartbeats = setInterval(() => forward(null), HEARTBEAT);
    resign = () => {
      resign = null;
      clearInterval(heartbeats);
      disconnect();
      resolve();
    };
    return promise;
  };

  const requestLock = (options: LockOptions = {}): void => {
    lockRequest.abort();
    const request = new AbortController();
    lockRequest = request;
    locks.request(name, options.steal ? options : { signal: request.signal }, becomeLeader).catch(() => {
      if (!isMember || request.signal.aborted) return;
      if (!resign) {
        // The browser refuses locks: this tab has its own connection.
        void becomeLeader();
        return;
      }
      // Another tab stole the lock while this one was suspended.
      resign();
      requestLock();
      watchLeader();
    });
  };

  /** A suspended tab keeps the lock and sends nothing: a visible tab takes it. */
  const replaceSilentLeader = (): void => {
    if (document.visibilityState === 'visible') requestLock({ steal: true });
    else watchLeader();
  };
  const watchLeader = (): void => {
    clearTimeout(silence);
    if (isMember && !resign) silence = setTimeout(replaceSilentLeader, SILENCE);
  };

  channel.addEventListener('message', ({ data }: MessageEvent<UserEvent | null>) => {
    watchLeader();
    if (data) onEvent(data);
  });
  requestLock();
  watchLeader();
  void hasOtherLeader(locks, name).then((isLate) => isLate && isMember && !resign && onMissed());

  return () => {
    isMember = false;
    clearTimeout(silence);
    lockRequest.abort();
    resign?.();
    channel.close();
  };
}

/** Whether the lock is held. Call after requesting it: a holder other than this tab had it before. */
async function hasOtherLeader(locks: LockManager, name: string): Promise<boolean> {
  const { held = [] } = await locks.query().catch((): LockManagerSnapshot => ({}));
  return held.some((lock) => lock.name === name);
}
