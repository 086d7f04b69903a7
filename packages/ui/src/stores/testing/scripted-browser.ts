import type { DeepLink, DesktopSignInRequest } from '@parley/core';
import type { BrowserSignIn } from '../../platform.ts';

/** The system's browser, played by a test. */
export class ScriptedBrowser implements BrowserSignIn {
  requests: DesktopSignInRequest[] = [];
  /** Whether no browser opens. */
  isMissing = false;
  #listeners = new Set<(link: DeepLink) => void>();
  /** Links received before anything subscribed. */
  #early: DeepLink[] = [];

  open = async (request: DesktopSignInRequest): Promise<void> => {
    if (this.isMissing) throw new Error('no browser');
    this.requests.push(request);
  };

  onReturn = (listener: (link: DeepLink) => void) => {
    this.#listeners.add(listener);
    for (const link of this.#early.splice(0)) listener(link);
    return () => this.#listeners.delete(listener);
  };

  /** Opens the app with this link. */
  returnFromApple(link: DeepLink): void {
    if (this.#listeners.size === 0) this.#early.push(link);
    for (const listener of this.#listeners) listener(link);
  }
}
