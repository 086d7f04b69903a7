import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import type { Answers, Ask } from './ask-each-other.ts';
import type { FrameState, RequestState, Routed } from './remote-browser.ts';

export interface HostedPages {
  /** The page opened first, which is the main window's. */
  first(): Promise<Page>;
  answers: Answers;
}

/** Applies the commands of the other process's remote pages to real pages. */
export function hostPages(browser: Browser, ask: Ask): HostedPages {
  const opened: Page[] = [];
  const first = Promise.withResolvers<Page>();
  let context: BrowserContext | null = null;
  const page = (id: number): Page => {
    const found = opened[id];
    if (!found) throw new Error(`There is no page ${id}`);
    return found;
  };
  const answers = {
    async newContext(options: object) {
      context = await browser.newContext(options);
      await context.route('**/*', async (route) => {
        const request = route.request();
        const state: RequestState = {
          url: request.url(),
          method: request.method(),
          isNavigation: request.isNavigationRequest(),
          frame: stateOf(request.frame()),
        };
        const routed = (await ask('route', opened.indexOf(request.frame().page()), state)) as Routed;
        if ('abort' in routed) return route.abort(routed.abort);
        return 'fulfill' in routed ? route.fulfill(routed.fulfill) : route.continue();
      });
    },
    async newPage() {
      const added = await context?.newPage();
      if (!added) throw new Error('There is no context');
      const id = opened.push(added) - 1;
      const tell = (name: string, what?: unknown) => void ask('happened', id, name, what).catch(() => {});
      added.on('load', () => tell('load'));
      added.on('pageerror', ({ message, stack }) => tell('pageerror', { message, stack }));
      first.resolve(added);
      return id;
    },
    setViewportSize: (id: number, size: { width: number; height: number }) => page(id).setViewportSize(size),
    async goto(id: number, url: string) {
      await page(id).goto(url);
    },
    close: (id: number) => page(id).close(),
    evaluate: (id: number, source: string) => page(id).evaluate(source),
    async addInitScript(id: number, content: string) {
      await page(id).addInitScript({ content });
    },
    async exposeBinding(id: number, name: string) {
      await page(id).exposeBinding(name, ({ frame }, ...args: unknown[]) =>
        ask('binding', id, name, stateOf(frame), args),
      );
    },
    closeContext: () => context?.close(),
  };
  return { first: () => first.promise, answers };
}

function stateOf(frame: Frame): FrameState {
  return { url: frame.url(), isMain: frame.parentFrame() === null };
}
