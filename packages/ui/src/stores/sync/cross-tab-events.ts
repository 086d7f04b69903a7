import type { UserEvent } from '@parley/core';
import { connectEvents, type EventsOptions } from './event-connection.ts';
import { SILENCE } from '../connection/stream-silence.ts';

/** Milliseconds between the signs of life that the tab with the connection gives to the others. */
const BEAT = 10_000;

interface SharedEventsOptions extends Omit<EventsOptions, 'onActivity'> {
  /** Whose events they are; tabs of others hear nothing of them. */
  userId: string;
  /** Another tab has the connection, and heard what was told before this one began to listen. */
  onMissed: () => void;
}

/**
 * Hears what changes elsewhere, over one connection for all tabs of this browser: the tab that holds the lock has it
 * and hands on what comes, and the next one takes over when it leaves or gives no more sign of life. Where there are no
 * locks each tab has its own.
 * Returns what ends it.
 */
export function connectSharedEvents(options: SharedEventsOptions): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let leave = joinTabs(options);
  // A page that is kept for Back holds up no other tab.
  addEventListener('pagehide', () => leave(), { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && (leave = joinTabs(options)), { signal });
  return () => {
    listening.abort();
    leave();
  };
}

function joinTabs({ userId, api, onEvent, onMissed }: SharedEventsOptions): () => void {
  // They are missing where a page came over plain HTTP.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return connectEvents({ api, onEvent });

  const name = `events-of-${userId}`;
  const channel = new BroadcastChannel(name);
  let isMember = true;
  /** Lets go of the connection; null while another tab has it. */
  let yieldLead: (() => void) | null = null;
  let turn = new AbortController();
  let silence: ReturnType<typeof setTimeout> | undefined;

  const lead = (): Promise<void> | undefined => {
    if (!isMember) return undefined;
    clearTimeout(silence);
    const { promise, resolve } = Promise.withResolvers<void>();
    const tell = (event: UserEvent | null): void => void (isMember && channel.postMessage(event));
    const stop = connectEvents({
      api,
      onActivity: () => tell(null),
      onEvent(event) {
        tell(event);
        onEvent(event);
      },
    });
    const beats = setInterval(() => tell(null), BEAT);
    yieldLead = () => {
      yieldLead = null;
      clearInterval(beats);
      stop();
      resolve();
    };
    return promise;
  };

  const queue = (options: LockOptions = {}): void => {
    turn.abort();
    const own = new AbortController();
    turn = own;
    locks.request(name, options.steal ? options : { signal: own.signal }, lead).catch(() => {
      if (!isMember || own.signal.aborted) return;
      if (!yieldLead) {
        // A browser that gives no lock leaves each tab to itself.
        void lead();
        return;
      }
      // Another tab heard nothing of this one for long, as it was suspended.
      yieldLead();
      queue();
      listen();
    });
  };

  /** A tab that is suspended keeps the lock and hears nothing: one that somebody sees takes it from there. */
  const doubt = (): void => {
    if (document.visibilityState === 'visible') queue({ steal: true });
    else listen();
  };
  const listen = (): void => {
    clearTimeout(silence);
    if (isMember && !yieldLead) silence = setTimeout(doubt, SILENCE);
  };

  channel.addEventListener('message', ({ data }: MessageEvent<UserEvent | null>) => {
    listen();
    if (data) onEvent(data);
  });
  queue();
  listen();
  void othersLead(locks, name).then((isLate) => isLate && isMember && !yieldLead && onMissed());

  return () => {
    isMember = false;
    clearTimeout(silence);
    turn.abort();
    yieldLead?.();
    channel.close();
  };
}

/** Asked after the lock was: whoever has it then and is not this tab had it before. */
async function othersLead(locks: LockManager, name: string): Promise<boolean> {
  const { held = [] } = await locks.query().catch((): LockManagerSnapshot => ({}));
  return held.some((lock) => lock.name === name);
}
