import { t } from '@parley/core';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeepLink } from '@parley/core';
import type { BrowserSignIn } from '../../platform.ts';
import type { Client } from '../client.ts';
import { newSecret, sha256 } from './proof-key.ts';

/** Milliseconds to wait for the browser's link. */
export const WAITS_FOR = 10 * 60_000;

export interface BrowserSignInState {
  /** `waiting`: the browser was opened; `entering`: its link is being exchanged for a session. */
  step: 'idle' | 'waiting' | 'entering';
  /** A sentence about the browser or a received link; null without one. */
  notice: string | null;
  /** Opens the browser. While waiting, reopens it with the same request. */
  begin(): Promise<void>;
  /** Ends waiting; a later link has no effect. */
  cancel(): void;
  clearNotice(): void;
  /** Handles a link that opened the app. An unexpected one only sets a notice. */
  receive(link: DeepLink): Promise<void>;
}

export type BrowserSignInStore = StoreApi<BrowserSignInState>;

/** The app's secret, kept only in memory until it was used or `WAITS_FOR` has passed. */
interface Attempt {
  verifier: string;
  state: string;
  timer: ReturnType<typeof setTimeout>;
}

/** Creates the store for signing in to the desktop app through the system's browser. */
export function createBrowserSignIn(
  way: Pick<BrowserSignIn, 'open'>,
  { api, session }: Pick<Client, 'api' | 'session'>,
): BrowserSignInStore {
  return createStore<BrowserSignInState>()((set, get) => {
    let attempt: Attempt | null = null;

    const forget = (): void => {
      clearTimeout(attempt?.timer);
      attempt = null;
      set({ step: 'idle' });
    };
    const start = (): Attempt => ({
      verifier: newSecret(),
      state: newSecret(),
      timer: setTimeout(forget, WAITS_FOR),
    });

    const receive = async ({ code, state }: DeepLink): Promise<void> => {
      if (get().step === 'entering') return;
      const awaited = attempt?.state === state ? attempt : null;
      if (session.getState().status === 'signed-in') return set({ notice: SIGNED_IN });
      if (!awaited) return set({ notice: NOT_ASKED });
      set({ step: 'entering', notice: null });
      const exchange = api.desktopExchange({ code, verifier: awaited.verifier });
      if (await session.getState().enterWith(exchange)) return forget();
      // The link is used up but the request is not, so the browser can be reopened with it.
      const { problem, clearProblem } = session.getState();
      clearProblem();
      set({ step: attempt ? 'waiting' : 'idle', notice: problem });
    };
    return {
      step: 'idle',
      notice: null,
      async begin() {
        attempt ??= start();
        const { verifier, state } = attempt;
        set({ step: 'waiting', notice: null });
        try {
          await way.open({ challenge: await sha256(verifier), state });
        } catch {
          forget();
          set({ notice: t`We couldn’t open your browser.` });
        }
      },
      cancel() {
        forget();
        set({ notice: null });
      },
      clearNotice: () => set({ notice: null }),
      receive,
    };
  });
}

const NOT_ASKED = t`That sign-in link isn’t for this window, so nothing changed. To sign in, choose “Continue in your browser”.`;
const SIGNED_IN = t`You’re already signed in, so that sign-in link changed nothing.`;

const stores = new WeakMap<Client, BrowserSignInStore>();

/** Returns the client's store; desktop only. */
export function browserSignInOf(client: Client, way: BrowserSignIn): BrowserSignInStore {
  const known = stores.get(client) ?? createBrowserSignIn(way, client);
  stores.set(client, known);
  return known;
}
