import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { RENDERER_FILE } from './renderer-file.ts';
import { AppError, type LanguageId, type SharedConversation, type SharedPageSettings } from '@parley/core';
import { buildFolder } from '../language/languages.ts';

/** A rendered page. */
export interface RenderedPage {
  html: string;
  /** The content of its only `<style>` element. */
  styles: string;
  /** The content of its only `<script>` element. */
  script: string;
}

/** Renders shared pages in a language; null as the conversation renders the page of a link that does not work. */
export interface PageRenderer {
  render(shared: SharedConversation | null, settings: SharedPageSettings, language?: LanguageId): Promise<RenderedPage>;
  close(): Promise<void>;
}

/**
 * The longest conversation that is rendered, in characters of JSON: some 800 messages of usual length, which take 2 to
 * 5 seconds.
 */
const MAX_LENGTH = 2_000_000;
/** Rendering that takes longer is aborted. Hostile Markdown of an eighth of that length can take so long. */
const MAX_MS = 10_000;
const MAX_HEAP_MB = 384;
/** A thread is stopped when it has had nothing to do for this long. */
const IDLE_MS = 60_000;
/** As many as `WORK_LIMITS` has places. */
const THREADS = 2;

/** A page to render with the module of a language's build. */
export interface RenderTask {
  /** Its URL. */
  module: string;
  shared: SharedConversation | null;
  settings: SharedPageSettings;
}

type Answer = { page: RenderedPage } | { error: string } | { tooLarge: string };

/**
 * Renders with the components of the web client in threads, so that a long or hostile conversation stops no other
 * request. Throws `unavailable` while the client is not built, and `too-large` for a page that has too much text or takes
 * too much time or memory.
 */
export function createPageRenderer(webRoot: string): PageRenderer {
  const threads = Array.from({ length: THREADS }, () => new RenderThread());
  // A thread of its own, so that a broken link never waits for a shared page.
  const missing = new RenderThread();
  return {
    async render(shared, settings, language = 'en') {
      const own = join(buildFolder(webRoot, language), RENDERER_FILE);
      const file = existsSync(own) ? own : join(webRoot, RENDERER_FILE);
      if (!existsSync(file)) {
        throw new AppError('unavailable', { message: 'The web client isn’t built yet. Run `npm start` to build it.' });
      }
      const length = shared?.messages.reduce((sum, message) => sum + JSON.stringify(message).length, 0) ?? 0;
      if (length > MAX_LENGTH) throw new AppError('too-large');
      const least = threads.reduce((a, b) => (b.waiting < a.waiting ? b : a));
      return (shared ? least : missing).render({ module: pathToFileURL(file).href, shared, settings });
    },
    async close() {
      await Promise.all([...threads, missing].map((thread) => thread.stop()));
    },
  };
}

/** A thread that renders one page at a time. It starts with the first page. */
class RenderThread {
  waiting = 0;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last: Promise<unknown> = Promise.resolve();

  render(task: RenderTask): Promise<RenderedPage> {
    this.waiting += 1;
    const turn = this.#last.then(() => this.#render(task)).finally(() => (this.waiting -= 1));
    this.#last = turn.catch(() => {});
    return turn;
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #render(task: RenderTask): Promise<RenderedPage> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    const answer = Promise.withResolvers<Answer>();
    const onExit = () => answer.resolve({ error: 'The thread ended.' });
    const onError = (error: NodeJS.ErrnoException) => {
      const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      answer.resolve(isTooLarge ? { tooLarge: error.message } : { error: error.message });
    };
    worker.once('message', answer.resolve).once('error', onError).once('exit', onExit);
    const timer = setTimeout(() => answer.resolve({ tooLarge: 'It takes too long.' }), MAX_MS);
    try {
      worker.postMessage(task);
      const made = await answer.promise;
      if ('page' in made) return made.page;
      await this.stop();
      const [code, why] =
        'tooLarge' in made ? (['too-large', made.tooLarge] as const) : (['internal', made.error] as const);
      throw new AppError(code, { cause: new Error(`A shared page cannot be rendered: ${why}`) });
    } finally {
      clearTimeout(timer);
      worker.off('message', answer.resolve).off('error', onError).off('exit', onExit);
      this.#idle = setTimeout(() => void this.stop(), IDLE_MS).unref();
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('render-worker.ts', import.meta.url), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    // It may fail with nothing to render, too. The next page then starts another one.
    worker.on('error', () => {});
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    worker.unref();
    return worker;
  }
}
