import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SignInRecord, SignInStore } from '../../storage/storage.ts';

const LIFETIME_MS = 10 * 60_000;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A redirect to Apple, started by a browser. */
export interface BegunSignIn {
  state: string;
  nonce: string;
  /** The cookie value that ties the redirect to the browser. */
  browser: string;
}

/**
 * OAuth states that are valid once, for ten minutes, in the browser that started the redirect. Only hashes are stored.
 */
export interface BoundStates {
  /** `known` is the browser's cookie from an earlier sign-in, which is reused so that both can finish. */
  begin(known: string | null): Promise<BegunSignIn>;
  /** Stores the name that arrived with a state. False for an unknown state. */
  keepName(state: string, name: string | null): Promise<boolean>;
  /** Uses up the state, even if another browser sends it; then returns null. */
  take(state: string, browser: string | null): Promise<SignInRecord | null>;
}

export function createBoundStates(store: SignInStore, now: () => number): BoundStates {
  return {
    async begin(known) {
      const state = `origin:web:${newSecret()}`;
      const nonce = newSecret();
      const browser = known !== null && SECRET.test(known) ? known : newSecret();
      const expiresAt = now() + LIFETIME_MS;
      const signIn = { stateHash: hashOf(state), browserHash: hashOf(browser), nonce, name: null, expiresAt };
      await store.begin(signIn, now());
      return { state, nonce, browser };
    },
    keepName: (state, name) => store.keepName(hashOf(state), name, now()),
    async take(state, browser) {
      const found = await store.take(hashOf(state), now());
      const isSame =
        found !== null &&
        browser !== null &&
        timingSafeEqual(Buffer.from(found.browserHash), Buffer.from(hashOf(browser)));
      return isSame ? found : null;
    },
  };
}

export const BOUND_STATE_LIFETIME_S = LIFETIME_MS / 1000;

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
