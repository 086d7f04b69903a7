import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { SignInRecord, SignInStore } from '../../storage/storage.ts';

const LIFETIME_MS = 10 * 60_000;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/** A redirect to Apple that a browser began. */
export interface BegunSignIn {
  state: string;
  nonce: string;
  /** What the browser keeps, and shows when it comes back. */
  browser: string;
}

/** States that work once, for ten minutes, in the browser that began. Only hashes of them are stored. */
export interface BoundStates {
  /** `known`: what the browser keeps of another sign-in that it began, so that both can end. */
  begin(known: string | null): Promise<BegunSignIn>;
  /** Keeps the name that came back with a state. False for a state that nobody began. */
  keepName(state: string, name: string | null): Promise<boolean>;
  /** Null, and the state is burnt, when this is not the browser that began. */
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
