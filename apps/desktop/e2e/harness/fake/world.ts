import type { EventEmitter } from 'node:events';
import type { BrowserContext } from '@playwright/test';
import type { FakeApp } from './app.ts';
import type { FakeContents } from './contents.ts';
import type { FakeIpcMain } from './ipc.ts';
import type { Machine } from './machine.ts';
import type { FakeSession } from './session.ts';
import type { FakeWindow } from './window.ts';

/** One run of the app: what main can reach, and what tests look at. */
export interface World {
  machine: Machine;
  context: BrowserContext;
  isPackaged: boolean;
  argv: string[];
  app: FakeApp;
  ipcMain: FakeIpcMain;
  session: FakeSession;
  /** The system's own, which is what a Mac updates with. */
  autoUpdater: EventEmitter;
  windows: Set<FakeWindow>;
  contents: Set<FakeContents>;
  /** What a page has thrown or complained of. */
  errors: string[];
  /** Addresses given to the system's browser. */
  openedOutside: string[];
  clipboard: string;
  dialogs: { message: string; detail?: string; buttons?: string[] }[];
  /** Which button is pressed in the next dialogs, by its number; then Cancel. */
  answers: number[];
  notifications: { title: string; body: string; click(): void }[];
  shortcuts: Map<string, () => void>;
  trays: { tooltip: string; menu: unknown; click(): void }[];
  menu: unknown;
  popups: unknown[];
  /** Schemes that were made privileged, with what they may do. */
  privileged: { scheme: string; privileges?: object }[];
  protocols: Map<string, (request: Request) => Response | Promise<Response>>;
}
