import type { EventEmitter } from 'node:events';
import type { BrowserContext } from '@playwright/test';
import type { FakeApp } from './app.ts';
import type { FakeContents } from './contents.ts';
import type { FakeIpcMain } from './ipc.ts';
import type { Machine } from './machine.ts';
import type { FakeSession } from './session.ts';
import type { FakeWindow } from './window.ts';

/** One run of the app: the state that main can reach and that tests check. */
export interface World {
  machine: Machine;
  context: BrowserContext;
  isPackaged: boolean;
  argv: string[];
  app: FakeApp;
  ipcMain: FakeIpcMain;
  session: FakeSession;
  /** The system's updater, used on macOS. */
  autoUpdater: EventEmitter;
  windows: Set<FakeWindow>;
  contents: Set<FakeContents>;
  /** Exceptions and console errors of pages. */
  errors: string[];
  /** Addresses opened in the system's browser. */
  openedOutside: string[];
  clipboard: string;
  dialogs: { message: string; detail?: string; buttons?: string[] }[];
  /** Indexes of the buttons to press in the next dialogs; Cancel after that. */
  answers: number[];
  notifications: { title: string; body: string; click(): void }[];
  shortcuts: Map<string, () => void>;
  trays: { tooltip: string; menu: unknown; click(): void }[];
  menu: unknown;
  popups: unknown[];
  /** Registered privileged schemes and their privileges. */
  privileged: { scheme: string; privileges?: object }[];
  protocols: Map<string, (request: Request) => Response | Promise<Response>>;
}
