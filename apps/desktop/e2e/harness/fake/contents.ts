import { EventEmitter } from 'node:events';
import type { BrowserContext, Frame, Page, Request as PageRequest } from '@playwright/test';
import type { WebContents, WebPreferences } from 'electron';
import type { FakeIpcMain, SenderFrame } from './ipc.ts';
import { pageScript } from './page-script.ts';
import { toAppUrl, toPageUrl } from './page-url.ts';
import { runPreload, type PreloadRealm } from './preload-realm.ts';
import type { FakeSession } from './session.ts';
import { strict } from './strict.ts';

const BINDING = '__harness';
const CALLBACKS = 'harness callbacks';

type OpenHandler = Parameters<WebContents['setWindowOpenHandler']>[0];

type Members = Pick<
  WebContents,
  | 'loadURL'
  | 'getURL'
  | 'send'
  | 'setWindowOpenHandler'
  | 'focus'
  | 'close'
  | 'reload'
  | 'isDestroyed'
  | 'replaceMisspelling'
  | 'copyImageAt'
  | 'downloadURL'
  | 'findInPage'
  | 'stopFindInPage'
>;

/** What the contents of a window read of the run. */
export interface ContentsWorld {
  context: BrowserContext;
  app: EventEmitter;
  ipcMain: FakeIpcMain;
  session: FakeSession;
  contents: Set<FakeContents>;
  errors: string[];
}

/** The contents of a window: a Chromium page that runs the app's own preload first. */
export class FakeContents extends EventEmitter implements Members {
  /** The object that main gets. */
  readonly face: WebContents;
  readonly page: Promise<Page>;
  readonly corrections: string[] = [];
  /** Positions of copied images. */
  readonly copied: [x: number, y: number][] = [];
  /** Number of reloads by main. */
  reloads = 0;
  openHandler: OpenHandler | null = null;
  /** Path of the page that main loads. */
  path = '';
  #shown: Page | null = null;
  /** The URL that main itself is loading. */
  #loading: string | null = null;
  #realm: PreloadRealm;
  #order: Promise<unknown> = Promise.resolve();
  #match = 0;

  readonly world: ContentsWorld;
  readonly webPreferences: WebPreferences;

  constructor(world: ContentsWorld, webPreferences: WebPreferences, size: { width: number; height: number }) {
    super();
    this.world = world;
    this.webPreferences = webPreferences;
    this.#realm = this.#runPreload();
    this.face = strict('WebContents', this) as unknown as WebContents;
    this.page = this.#open(size);
    world.contents.add(this);
    world.app.emit('web-contents-created', {}, this.face);
  }

  get session() {
    return this.world.session;
  }

  async loadURL(url: string): Promise<void> {
    this.#loading = toPageUrl(url);
    this.path = new URL(url).pathname;
    // `about:` pages send no request that could start the navigation.
    if (url.startsWith('about:')) this.#begin(url);
    await (await this.page).goto(this.#loading).catch((error: Error) => {
      // The page was closed or is navigating elsewhere.
      if (!/closed|interrupted|ERR_ABORTED|detached/.test(error.message)) throw error;
    });
  }

  getURL(): string {
    return this.#shown ? toAppUrl(this.#shown.url()) : '';
  }

  send(channel: string, ...args: unknown[]): void {
    const { ipc } = this.#realm;
    ipc.emit(channel, {}, ...structuredClone(args));
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }

  focus(): void {}

  reload(): void {
    this.reloads++;
    void this.page.then((page) => page.reload()).catch(() => {});
  }

  isDestroyed = (): boolean => !this.world.contents.has(this);

  close(): void {
    this.emit('destroyed');
    this.world.contents.delete(this);
    void this.page.then((page) => page.close()).catch(() => {});
  }

  replaceMisspelling(word: string): void {
    this.corrections.push(word);
  }

  copyImageAt(x: number, y: number): void {
    this.copied.push([x, y]);
  }

  downloadURL(url: string): void {
    this.world.session.downloadNamed(url.slice(url.lastIndexOf('/') + 1), this.face);
  }

  findInPage(text: string, { forward = true, findNext = true } = {}): number {
    void this.page
      .then((page) => page.evaluate(() => document.body.innerText))
      .then((shown) => {
        const matches = shown.toLowerCase().split(text.toLowerCase()).length - 1;
        const step = forward ? 1 : -1;
        const match = findNext ? 1 : ((this.#match - 1 + step + matches) % Math.max(1, matches)) + 1;
        this.#match = match;
        this.emit('found-in-page', {}, { activeMatchOrdinal: Math.min(match, matches), matches, finalUpdate: true });
      });
    return 1;
  }

  stopFindInPage(): void {
    this.#match = 0;
  }

  /** Whether the page may navigate; asks main as Electron would. */
  mayNavigate(request: PageRequest): boolean {
    const url = request.url();
    const isMainFrame = request.frame().parentFrame() === null;
    if (!isMainFrame) return this.askToNavigate('will-frame-navigate', url, false);
    if (this.#loading !== url) return this.#mayGo(url);
    this.#begin(url);
    return true;
  }

  /** In Electron's order: the start is reported before main is asked, and a refusal is the last event. */
  #mayGo(url: string): boolean {
    this.#reportStart(url);
    const mayGo = this.askToNavigate('will-frame-navigate', url) && this.askToNavigate('will-navigate', url);
    if (mayGo) this.#realm = this.#runPreload();
    return mayGo;
  }

  askToNavigate(
    name: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    url: string,
    isMainFrame = true,
  ): boolean {
    let isPrevented = false;
    const event = strict(`event of ${name}`, {
      url: toAppUrl(url),
      isMainFrame,
      preventDefault: () => {
        isPrevented = true;
      },
    });
    this.emit(name, event, toAppUrl(url));
    return !isPrevented;
  }

  #runPreload(): PreloadRealm {
    return runPreload(this.webPreferences.preload ?? '', async (channel, args) => {
      const frame = this.#asking ?? (await this.page).mainFrame();
      return this.world.ipcMain.invoke(this, senderOf(frame), channel, args);
    });
  }

  /** The frame of the current call; valid because a preload calls main synchronously. */
  #asking: Frame | null = null;

  async #open(size: { width: number; height: number }): Promise<Page> {
    const page = await this.world.context.newPage();
    this.#shown = page;
    await page.setViewportSize(size);
    await page.exposeBinding(BINDING, ({ frame }, kind: string, name: string, args: unknown[]) =>
      this.#handle(page, frame, kind, name, args),
    );
    const apis = Object.fromEntries([...this.#realm.apis].map(([name, api]) => [name, Object.keys(api)]));
    await page.addInitScript(pageScript, { apis, binding: BINDING, callbacks: CALLBACKS });
    page.on('load', () => {
      this.#loading = null;
      this.emit('did-finish-load');
    });
    page.on('download', (download) => this.world.session.download(download, this));
    page.on('pageerror', (error) => this.world.errors.push(`${page.url()}: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error') this.world.errors.push(`${page.url()}: ${message.text()}`);
    });
    return page;
  }

  #begin(url: string): void {
    this.#realm = this.#runPreload();
    this.#reportStart(url);
  }

  #reportStart(url: string): void {
    this.emit('did-start-navigation', { url: toAppUrl(url), isMainFrame: true, isSameDocument: false });
  }

  async #handle(page: Page, frame: Frame, kind: string, name: string, args: unknown[]): Promise<unknown> {
    if (kind === 'navigate') return this.#mayGo(name);
    if (kind === 'open') {
      const details = { url: toAppUrl(name), frameName: '', features: '', disposition: 'foreground-tab' };
      const answer = this.openHandler?.(details as never);
      if (answer?.action !== 'deny') throw new Error(`A window would have opened for ${name}`);
      return null;
    }
    const [world = '', member = ''] = name.split('.');
    const given = args.map((value) => (isCallback(value) ? this.#callback(page, value.callback) : value));
    this.#asking = frame;
    try {
      const answer = this.#realm.apis.get(world)?.[member]?.(...given);
      this.#asking = null;
      return await answer;
    } finally {
      this.#asking = null;
    }
  }

  /** Wraps a function of the page and preserves the order of calls. */
  #callback(page: Page, id: number): (...args: unknown[]) => void {
    const realm = this.#realm;
    return (...args) => {
      this.#order = this.#order
        .then(async () => {
          if (realm !== this.#realm) return;
          await page.evaluate(
            ({ symbol, id, args }) => {
              const run = (globalThis as unknown as Record<symbol, (id: number, args: unknown[]) => void>)[
                Symbol.for(symbol)
              ];
              run?.(id, args);
            },
            { symbol: CALLBACKS, id, args },
          );
        })
        .catch(() => {});
    };
  }
}

function isCallback(value: unknown): value is { callback: number } {
  return typeof value === 'object' && value !== null && 'callback' in value;
}

function senderOf(frame: Frame): SenderFrame {
  const parent = frame.parentFrame();
  return { url: toAppUrl(frame.url()), parent: parent && senderOf(parent) };
}
