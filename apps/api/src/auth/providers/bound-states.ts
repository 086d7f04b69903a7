import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SignInRecord, SignInStore } from '../../storage/storage.ts';

const LIFETIME_MS = 10 * 60_000;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A redirect to a provider, started by a browser. */
export interface BegunSignIn {
  state: string;
  nonce: string;
  /** The cookie value that ties the redirect to the browser. */
  browser: string;
}

/** What a redirect is for; only the same purpose can take its state. */
export interface StatePurpose {
  /** The provider's `key`. */
  provider: string;
  /** The user who links the provider to their account; null for a sign-in. */
  userId: string | null;
}

/**
 * OAuth states that are valid once, for ten minutes, in the browser that started the redirect and for its purpose. Only
 * hashes are stored.
 */
export interface BoundStates {
  /**
   * Creates a state that begins with `prefix`. `known` is the browser's cookie from an earlier sign-in, which is reused
   * so that both can finish.
   */
  begin(prefix: string, known: string | null, purpose: StatePurpose): Promise<BegunSignIn>;
  /** Stores the name that arrived with a state. False for an unknown state. */
  keepName(state: string, name: string | null): Promise<boolean>;
  /** Uses up the state, even if another browser sends it or for another purpose; then returns null. */
  take(state: string, browser: string | null, purpose: StatePurpose): Promise<SignInRecord | null>;
}

export function createBoundStates(store: SignInStore, now: () => number): BoundStates {
  return {
    async begin(prefix, known, purpose) {
      const state = prefix + newSecret();
      const nonce = newSecret();
      const browser = known !== null && SECRET.test(known) ? known : newSecret();
      const expiresAt = now() + LIFETIME_MS;
      const browserHash = hashOf(bindingOf(browser, purpose));
      await store.begin({ stateHash: hashOf(state), browserHash, nonce, name: null, expiresAt }, now());
      return { state, nonce, browser };
    },
    keepName: (state, name) => store.keepName(hashOf(state), name, now()),
    async take(state, browser, purpose) {
      const found = await store.take(hashOf(state), now());
      const isSame =
        found !== null &&
        browser !== null &&
        timingSafeEqual(Buffer.from(found.browserHash), Buffer.from(hashOf(bindingOf(browser, purpose))));
      return isSame ? found : null;
    },
  };
}

export const BOUND_STATE_LIFETIME_S = LIFETIME_MS / 1000;

/** None of the parts contains a space. */
function bindingOf(browser: string, { provider, userId }: StatePurpose): string {
  return [browser, provider, userId ?? 'sign-in'].join(' ');
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
