import type { Page } from '@playwright/test';

/** A running desktop app, in the harness or in Electron itself. */
export interface AppUnderTest {
  /** The page of the main window. */
  page: Page;
  /** The server's address in the app. */
  serverUrl: string;
  /** Origin of the app's pages, as seen by the page itself. */
  origin: string;
  /** The web preferences of the main window's page. */
  webPreferences(): Promise<Record<string, unknown>>;
  /** Addresses opened in the system's browser so far. */
  openedOutside(): Promise<string[]>;
  /** Simulates a second start of the app with this argument. */
  startAgain(argument: string): Promise<void>;
  /** All files that the app has written to the disk. */
  onDisk(): Promise<Buffer[]>;
  /** Restarts it on the same machine. */
  restart(): Promise<AppUnderTest>;
}
