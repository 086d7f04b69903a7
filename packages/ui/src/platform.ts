import type { InfoPageContent, ProductSettings } from '@parley/core';

/** What the web and the desktop do differently; given to `App` once, at start. At most eight members. */
export interface Platform {
  kind: 'web' | 'desktop';
  /** Origin of the API, without a slash at the end; empty where the page itself came from there. */
  apiUrl: string;
  /** The product's name and free tier, as the server told this client. */
  settings: ProductSettings;
  /** The words of the information page that was opened, where the server sent them along with it; else null. */
  infoPage: InfoPageContent | null;
  /** Sees to it that the client opens without a network from now on; called some time after somebody signed in. Never throws. */
  keepPages(): void;
  /** Where a client keeps what may be lost: token, theme, drafts. Never throws; a full or forbidden storage forgets. */
  storage: { get(key: string): string | null; set(key: string, value: string): void; remove(key: string): void };
}
