import { t } from '@parley/core';
/** The part of Apple's script used here. */
export interface AppleAuth {
  init(config: {
    clientId: string;
    scope: string;
    redirectURI: string;
    state: string;
    nonce: string;
    usePopup: boolean;
  }): void;
  /** Rejects with an object whose `error` is one of Apple's error codes. */
  signIn(): Promise<AppleAnswer>;
}

export interface AppleAnswer {
  authorization?: { code?: string; id_token?: string; state?: string };
  user?: { name?: { firstName?: string; lastName?: string } };
}

/** An error whose message is written for the user. */
export class AppleProblem extends Error {
  override name = 'AppleProblem';
}

let loading: Promise<AppleAuth> | null = null;

/** Loads Apple's script once; after a failure the next call tries again. Rejects with an `AppleProblem`. */
export function loadAppleScript(url: string): Promise<AppleAuth> {
  loading ??= load(url).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(url: string): Promise<AppleAuth> {
  const script = document.createElement('script');
  try {
    await new Promise((resolve, reject) => {
      script.onload = resolve;
      script.onerror = () => reject(new AppleProblem(t`Failed to load Apple Sign-In script`));
      script.src = url;
      document.head.append(script);
    });
    const { AppleID } = globalThis as { AppleID?: { auth?: AppleAuth } };
    if (!AppleID?.auth) throw new AppleProblem(t`Apple Sign-In not available`);
    return AppleID.auth;
  } catch (error) {
    script.remove();
    throw error;
  }
}
