import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError, type CredentialsRequest, type SignedInResponse, type User, t } from '@parley/core';
import type { ApiClient } from '../../api/create-api-client.ts';
import { CONVERSATIONS_KEY } from '../offline/conversations-key.ts';
import { cacheUser, endOf, readCachedUser, USER_KEY } from './cached-user.ts';
import { problemText } from '../problem-text.ts';
import type { KeyValueStorage } from '../storage/stored-json.ts';

export interface SessionState {
  /** `unreachable`: the server did not answer. The token stays, and `start` tries again. */
  status: 'loading' | 'signed-in' | 'signed-out' | 'unreachable';
  user: User | null;
  token: string | null;
  /** Signs in together with a code of the authenticator app; null unless a sign-in waits for one. */
  ticket: string | null;
  /** The last problem, in a sentence; null without one. */
  problem: string | null;
  /** Shown after the account was deleted; null again after a sign-in. */
  accountDeletedNotice: string | null;
  /** When the user signed in, in `performance.now()`; null for a session of an earlier visit. */
  enteredAt: number | null;
  /** Whether the account was registered in this tab, so that it has no history and has not seen the onboarding. */
  isNewAccount: boolean;
  /** Whether the server did not answer and the user comes from the cache. */
  isFromCache: boolean;
}

export interface SessionActions {
  /** Checks whether the stored token is still valid. Call at startup, and to retry after `unreachable`. */
  start(): Promise<void>;
  /** Resolves to true when signed in; otherwise `problem` has the reason, or `ticket` waits for a code. */
  signIn(credentials: CredentialsRequest): Promise<boolean>;
  register(credentials: CredentialsRequest): Promise<boolean>;
  /** Signs in with the session that this call resolves to. `explain`: the sentence for its error. */
  enterWith(call: Promise<SignedInResponse>, explain?: (error: unknown) => string): Promise<boolean>;
  /** Ends the session here, and on the server if it is reachable. Never rejects. */
  signOut(): Promise<void>;
  /** Ends the session of a user who signed out in another tab. Keeps what another user may have stored since. */
  endWithOtherTab(): void;
  /** Ends a session whose token the server rejected. */
  expire(): void;
  /** Updates the signed-in user. Ignores any other user. */
  updateUser(user: User): void;
  /** Ends the session of a deleted account. */
  endAfterAccountDeletion(accountDeletedNotice: string): void;
  /** Also cancels a sign-in that waits for a code, and ignores the failure of one that waits for the server. */
  clearProblem(): void;
}

export type SessionStore = StoreApi<SessionState & SessionActions>;

export const TOKEN_KEY = 'token';
/** Identifies the session that was last signed out in this browser, for its other tabs. */
export const SIGNED_OUT_KEY = 'signed-out';
/** Milliseconds to wait for the server before a returning user is signed in from the cache. */
const PATIENCE = 4000;

export interface SessionStoreDependencies {
  api: Pick<ApiClient, 'me' | 'login' | 'register' | 'logout'>;
  storage: KeyValueStorage;
  /** Called before the state changes when a session ends, with why. */
  onEnd?: (why: 'signed-out' | 'expired') => void;
}

/** Creates the store of the signed-in user. The token is stored under `token` for the next start. */
export function createSessionStore({ api, storage, onEnd }: SessionStoreDependencies): SessionStore {
  return createStore<SessionState & SessionActions>()((set, get) => {
    let attempts = 0;
    const end = (why: 'signed-out' | 'expired', problem: string | null): void => {
      // Another user may have signed in in another tab meanwhile.
      if (storage.get(TOKEN_KEY) === get().token) for (const key of [TOKEN_KEY, USER_KEY]) storage.remove(key);
      onEnd?.(why);
      set({
        status: 'signed-out',
        user: null,
        token: null,
        problem,
        isFromCache: false,
      });
    };

    /** Other tabs see the change of the stored value, and then drop the session as well. */
    const notifyOtherTabs = (): void => {
      const { token } = get();
      if (token === null) return;
      storage.set(SIGNED_OUT_KEY, endOf(token));
      storage.remove(SIGNED_OUT_KEY);
    };

    const enter = async (
      call: Promise<SignedInResponse>,
      explain: (error: unknown) => string,
      isNewAccount = false,
    ): Promise<boolean> => {
      const attempt = ++attempts;
      set({ problem: null });
      try {
        const { token, user } = await call;
        storage.set(TOKEN_KEY, token);
        storage.remove(CONVERSATIONS_KEY);
        cacheUser(storage, token, user);
        const done = { ticket: null, problem: null, accountDeletedNotice: null, isFromCache: false };
        set({ status: 'signed-in', token, user, isNewAccount, enteredAt: performance.now(), ...done });
        return true;
      } catch (error) {
        const { code, details } = error instanceof AppError ? error : { code: null };
        // The user has left this attempt.
        if (attempt !== attempts) return false;
        if (code === 'second-factor-needed') set({ ticket: String(details.ticket) });
        // Only an expired ticket fails so.
        else set({ problem: explain(error), ...(code === 'sign-in-failed' && { ticket: null }) });
        return false;
      }
    };

    return {
      status: 'loading',
      user: null,
      token: storage.get(TOKEN_KEY),
      ticket: null,
      problem: null,
      accountDeletedNotice: null,
      isFromCache: false,
      isNewAccount: false,
      enteredAt: null,

      async start() {
        const { token } = get();
        if (token === null) {
          set({ status: 'signed-out' });
          return;
        }
        // The notice about an unreachable server stays until it answers.
        if (get().status !== 'unreachable' && !get().isFromCache) set({ status: 'loading', problem: null });
        const isCurrent = (): boolean => get().token === token;
        const known = readCachedUser(storage, token);
        const assume = (): void => {
          if (known && isCurrent() && get().status !== 'signed-in')
            set({ status: 'signed-in', user: known, problem: null, isFromCache: true });
        };
        // Explains to a user who already sees the chat why it closes.
        const expire = (): void => end('expired', get().isFromCache ? new AppError('unauthorized').message : null);
        const timer = setTimeout(assume, PATIENCE);
        try {
          const { user } = await api.me();
          if (!isCurrent()) return;
          if (!user) return expire();
          cacheUser(storage, token, user);
          set({ status: 'signed-in', user, problem: null, isFromCache: false });
        } catch (error) {
          if (!isCurrent()) return;
          if (error instanceof AppError && error.code === 'unauthorized') expire();
          else if (known) assume();
          else set({ status: 'unreachable', problem: problemText(error) });
        } finally {
          clearTimeout(timer);
        }
      },

      signIn: (credentials) => enter(api.login(credentials), orElse(t`Login failed`)),
      register: (credentials) => enter(api.register(credentials), orElse(t`Registration failed`), true),
      enterWith: (call, explain = orElse(t`Login failed`)) => enter(call, explain),

      async signOut() {
        // This device forgets the token in any case; without an answer, the session expires on the server.
        const loggedOut = api.logout().catch(() => {});
        notifyOtherTabs();
        end('signed-out', null);
        await loggedOut;
      },

      endWithOtherTab() {
        if (get().token !== null) end('signed-out', null);
      },

      expire() {
        if (get().status !== 'signed-out') end('expired', new AppError('unauthorized').message);
      },

      updateUser(user) {
        const { user: known, token } = get();
        if (known?._id !== user._id || token === null) return;
        cacheUser(storage, token, user);
        set({ user });
      },

      endAfterAccountDeletion(accountDeletedNotice) {
        notifyOtherTabs();
        end('signed-out', null);
        set({ accountDeletedNotice });
      },

      clearProblem() {
        attempts++;
        set({ problem: null, ticket: null });
      },
    };
  });
}

function orElse(otherwise: string): (error: unknown) => string {
  return (error) => problemText(error, otherwise);
}
