import type { Page } from '@playwright/test';

/** A running desktop app, whatever runs it: the harness, or Electron itself. */
export interface AppUnderTest {
  /** Of the main window. */
  page: Page;
  /** Of the server, as the app knows it. */
  serverUrl: string;
  /** Begins an address of the app's pages, as the page itself sees it. */
  origin: string;
  /** What the main window's page was made with. */
  webPreferences(): Promise<Record<string, unknown>>;
  /** Addresses that were given to the system's browser so far. */
  openedOutside(): Promise<string[]>;
  /** As if the app were started once more with this argument. */
  startAgain(argument: string): Promise<void>;
  /** Everything that the app has written about itself to the disk. */
  onDisk(): Promise<Buffer[]>;
  /** Ends it and starts it anew on the same machine. */
  restart(): Promise<AppUnderTest>;
}
