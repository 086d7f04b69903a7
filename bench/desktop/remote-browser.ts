import { EventEmitter } from 'node:events';
import type { Browser } from 'playwright-core';
import type { Answers, Ask } from './ask-each-other.ts';

/** The state of a frame at the time of a call to its page. */
export interface FrameState {
  url: string;
  isMain: boolean;
}

export interface RequestState {
  url: string;
  method: string;
  isNavigation: boolean;
  frame: FrameState;
}

/** The handling of a request: abort, continue, or fulfill with a response. */
export type Routed = { abort: string } | { continue: true } | { fulfill: Fulfilled };
export interface Fulfilled {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

type Binding = (source: { frame: RemoteFrame }, ...args: unknown[]) => unknown;

interface RemoteFrame {
  url(): string;
  page(): RemotePage;
  parentFrame(): RemoteFrame | null;
}

/** A page in the other process, with the part of Playwright's API that the harness uses. */
class RemotePage extends EventEmitter {
  readonly bindings = new Map<string, Binding>();
  readonly #ask: Ask;
  #url = 'about:blank';

  constructor(id: number, ask: Ask) {
    super();
    this.#ask = (name, ...args) => ask(name, id, ...args);
  }

  url = (): string => this.#url;
  mainFrame = (): RemoteFrame => this.frame({ url: this.#url, isMain: true });
  setViewportSize = (size: object) => this.#ask('setViewportSize', size);
  goto = (url: string) => this.#ask('goto', url);
  close = () => this.#ask('close');
  evaluate = (run: () => unknown, given: unknown) => this.#ask('evaluate', sourceOf(run, given));
  addInitScript = (run: () => unknown, given: unknown) => this.#ask('addInitScript', sourceOf(run, given));

  exposeBinding(name: string, binding: Binding): Promise<unknown> {
    this.bindings.set(name, binding);
    return this.#ask('exposeBinding', name);
  }

  frame(state: FrameState): RemoteFrame {
    if (state.isMain) this.#url = state.url;
    return { url: () => state.url, page: () => this, parentFrame: () => (state.isMain ? null : this.mainFrame()) };
  }
}

/**
 * Creates a browser whose pages are in the other process, so that Playwright is not loaded in this one, and the
 * handlers for calls from that process.
 */
export function remoteBrowser(ask: Ask): { browser: Browser; answers: Answers } {
  const pages = new Map<number, RemotePage>();
  let route: (route: object) => unknown = () => {};
  const page = (id: number): RemotePage => {
    const found = pages.get(id);
    if (!found) throw new Error(`There is no page ${id}`);
    return found;
  };
  const context = {
    route(_: string, handler: typeof route) {
      route = handler;
    },
    async newPage() {
      const id = (await ask('newPage')) as number;
      const opened = new RemotePage(id, ask);
      pages.set(id, opened);
      return opened;
    },
    close: () => ask('closeContext'),
  };
  const browser = {
    async newContext(options: object) {
      await ask('newContext', options);
      return context;
    },
  };
  return {
    // Only the members that the harness uses; anything else throws.
    browser: browser as unknown as Browser,
    answers: {
      binding: (id: number, name: string, frame: FrameState, args: unknown[]) =>
        page(id).bindings.get(name)?.({ frame: page(id).frame(frame) }, ...args),
      happened: (id: number, name: string, what: unknown) => void page(id).emit(name, what),
      async route(id: number, { url, method, isNavigation, frame }: RequestState): Promise<Routed> {
        let routed: Routed = { continue: true };
        const request = {
          url: () => url,
          method: () => method,
          isNavigationRequest: () => isNavigation,
          frame: () => page(id).frame(frame),
        };
        await route({
          request: () => request,
          abort: (reason = 'failed') => void (routed = { abort: reason }),
          continue: () => void (routed = { continue: true }),
          fulfill: (fulfill: Fulfilled) => void (routed = { fulfill }),
        });
        return routed;
      },
    },
  };
}

/** Serializes a call for evaluation in a page. */
function sourceOf(run: () => unknown, given: unknown): string {
  return `(${String(run)})(${JSON.stringify(given)})`;
}
