import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeepLink } from '@parley/core';
import type { BrowserSignIn } from '../../platform.ts';
import type { Client } from '../client.ts';
import { newSecret, sha256 } from './proof-key.ts';
import type { SessionStore } from './session-store.ts';

/** How long the browser may take to come back, in milliseconds. */
export const WAITS_FOR = 10 * 60_000;

export interface BrowserSignInState {
  /** `waiting`: the browser was opened; `entering`: it has come back, and the server is asked. */
  step: 'idle' | 'waiting' | 'entering';
  /** What is said about the browser or about a link that came; null where nothing is. */
  notice: string | null;
  /** Opens the browser; again, with the same request, while one is waited for. */
  begin(): Promise<void>;
  /** From then on the browser may come back in vain. */
  cancel(): void;
  clearNotice(): void;
  /** Takes a link that the app was opened with; does nothing but say so with one that is not waited for. */
  receive(link: DeepLink): Promise<void>;
}

export type BrowserSignInStore = StoreApi<BrowserSignInState>;

/** What the app keeps to itself: nowhere but in memory, until it has worked or `WAITS_FOR` is over. */
interface Attempt {
  verifier: string;
  state: string;
  timer: ReturnType<typeof setTimeout>;
}

/** Signing the desktop app in by way of the system's browser. */
export function createBrowserSignIn(way: Pick<BrowserSignIn, 'open'>, session: SessionStore): BrowserSignInStore {
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
      if (await session.getState().returnFromBrowser({ code, verifier: awaited.verifier })) return forget();
      // The link is used up; the request is not, so the browser can be opened with it again.
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
          set({ notice: 'Your browser could not be opened.' });
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

const NOT_ASKED =
  'A sign-in link was opened that this window is not waiting for. Nothing has changed. To sign in, choose “Continue in your browser”.';
const SIGNED_IN = 'A sign-in link was opened, but you are signed in already. Nothing has changed.';

const stores = new WeakMap<Client, BrowserSignInStore>();

/** The one of this client; only for the desktop. */
export function browserSignInOf(client: Client, way: BrowserSignIn): BrowserSignInStore {
  const known = stores.get(client) ?? createBrowserSignIn(way, client.session);
  stores.set(client, known);
  return known;
}
