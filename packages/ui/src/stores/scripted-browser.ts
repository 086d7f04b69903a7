import type { DeepLink, DesktopSignInRequest } from '@parley/core';
import type { BrowserSignIn } from '../platform.ts';

/** The system's browser, as a test plays it. */
export class ScriptedBrowser implements BrowserSignIn {
  requests: DesktopSignInRequest[] = [];
  /** Whether no browser opens. */
  isMissing = false;
  #listeners = new Set<(link: DeepLink) => void>();

  open = async (request: DesktopSignInRequest): Promise<void> => {
    if (this.isMissing) throw new Error('no browser');
    this.requests.push(request);
  };

  onReturn = (listener: (link: DeepLink) => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The app is opened with this link. */
  comeBack(link: DeepLink): void {
    for (const listener of this.#listeners) listener(link);
  }
}
