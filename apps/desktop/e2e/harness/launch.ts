import { EventEmitter } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, type Browser, type BrowserContext, type Page, type Route } from '@playwright/test';
import type { MenuItemConstructorOptions } from 'electron';
import { FakeApp } from './fake/app.ts';
import type { FakeContents } from './fake/contents.ts';
import { fakeElectron } from './fake/electron.ts';
import { FakeIpcMain } from './fake/ipc.ts';
import type { Machine } from './fake/machine.ts';
import { menuItem } from './fake/menu.ts';
import { PAGE_ORIGIN, toAppUrl } from './fake/page-url.ts';
import { FakeSession } from './fake/session.ts';
import type { FakeWindow } from './fake/window.ts';
import type { World } from './fake/world.ts';
import { runMain } from './run-main.ts';

const FOLDER = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

export interface HarnessApp {
  world: World;
  /** Files of main in load order. */
  loaded: string[];
  /** Resolves to the page of the main window once it exists. */
  window(): Promise<Page>;
  /** The page with this path, such as `/find.html`. */
  pageOf(path: string): Promise<Page>;
  fakeWindow(path?: string): FakeWindow;
  menu(...labels: string[]): MenuItemConstructorOptions;
  /** Chooses an item of the menu. */
  choose(...labels: string[]): void;
  /** Simulates a second start of the app. */
  startAgain(...argv: string[]): void;
  close(): Promise<void>;
}

interface LaunchOptions {
  machine: Machine;
  /** Address of the server, passed as an argument. */
  server?: string;
  argv?: string[];
  isPackaged?: boolean;
  /** A link with which macOS opens the app before it is ready. */
  linkBeforeReady?: string;
  context?: Parameters<Browser['newContext']>[0];
}

/** Starts the built app: main and preload as they are, on the fake, with pages of this Chromium. */
export async function launch(browser: Browser, options: LaunchOptions): Promise<HarnessApp> {
  const { machine, server, argv = [], isPackaged = false } = options;
  const context = await browser.newContext({ colorScheme: machine.isDark ? 'dark' : 'light', ...options.context });
  const contents = new Set<FakeContents>();
  const world: World = {
    machine,
    context,
    isPackaged,
    argv: ['parley', ...(server ? [`--server=${server}`] : []), ...argv],
    app: new FakeApp(() => world, FOLDER),
    ipcMain: new FakeIpcMain(),
    session: new FakeSession(() => [...contents][0]),
    autoUpdater: new EventEmitter(),
    windows: new Set(),
    contents,
    errors: [],
    openedOutside: [],
    clipboard: '',
    dialogs: [],
    answers: [],
    notifications: [],
    shortcuts: new Map(),
    trays: [],
    menu: null,
    popups: [],
    privileged: [],
    protocols: new Map(),
  };
  await context.route('**/*', (route) => answer(world, route));
  const loaded: string[] = [];
  await runMain(`${FOLDER}/dist/main/index.js`, {
    electron: fakeElectron(world),
    process: {
      platform: machine.platform,
      argv: world.argv,
      resourcesPath: machine.resources,
      env: { ...process.env, ...machine.env },
    },
    loaded,
  });
  if (options.linkBeforeReady) world.app.emit('open-url', { preventDefault() {} }, options.linkBeforeReady);
  world.app.becomeReady();
  return handle(world, context, loaded);
}

function handle(world: World, context: BrowserContext, loaded: string[]): HarnessApp {
  const find = async (path: string): Promise<Page> => {
    const found = () => [...world.contents].find((contents) => contents.path === path);
    await expect.poll(() => found() !== undefined, { message: `a page at ${path}` }).toBe(true);
    const page = await found()!.page;
    await page.waitForURL((url) => url.origin === PAGE_ORIGIN && url.pathname === path);
    return page;
  };
  return {
    world,
    loaded,
    window: () => find('/'),
    pageOf: find,
    fakeWindow(path = '/') {
      const found = [...world.windows].find(({ contents }) => contents.path === path) ?? [...world.windows][0];
      if (!found) throw new Error('There is no window');
      return found;
    },
    menu: (...labels) => menuItem(world.menu, labels),
    choose: (...labels) => void (menuItem(world.menu, labels).click as () => void)(),
    startAgain: (...argv) => world.machine.running?.(['parley', ...argv]),
    async close() {
      // A window may still be opening its page and needs the browser for that.
      const pages = [...world.contents].map(({ page }) => page);
      world.app.quit();
      await Promise.allSettled(pages);
      await context.close();
    },
  };
}

/**
 * Answers a page's request like Electron: the app's own by main's protocol, navigation if main permits it, the rest
 * from the network.
 */
async function answer(world: World, route: Route): Promise<void> {
  const request = route.request();
  if (request.isNavigationRequest()) {
    const page = request.frame().page();
    for (const contents of world.contents) {
      if ((await contents.page) === page && !contents.mayNavigate(request)) return route.abort('aborted');
    }
  }
  if (!request.url().startsWith(`${PAGE_ORIGIN}/`)) {
    const { hostname } = new URL(request.url());
    return hostname === '127.0.0.1' ? route.continue() : route.abort();
  }
  const handler = world.protocols.get('app');
  if (!handler) return route.abort();
  const response = await handler(new Request(toAppUrl(request.url()), { method: request.method() }));
  return route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  });
}
