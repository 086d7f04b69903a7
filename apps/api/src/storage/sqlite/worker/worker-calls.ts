import { Worker } from 'node:worker_threads';
import { AppError } from '@parley/core';
import { CallStates } from './call-states.ts';
import { fromWire, type FromWorker, type Role, type ToWorker } from './messages.ts';

/** Maximum number of unanswered calls to one worker. A further one fails as `unavailable` immediately. */
const MOST_CALLS = 4_096;
/** How long a call may wait in the queue. */
const QUEUE_MS = 10_000;
/** Delay before restarting a worker that could not open the database. */
const RESTART_MS = 1_000;

interface Settings {
  role: Role;
  file: string;
  filesDir: string;
  /** Called with the error that ended a worker, which is then restarted. */
  onFault: (error: Error) => void;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: unknown): void;
  /** Removes the call's timeout and abort listener. */
  settle(): void;
}

/**
 * Calls to one worker, across restarts of its thread. When the thread ends by itself, because of a fault or lack of
 * memory, its calls fail as `unavailable` and a new one is started.
 */
export class WorkerCalls {
  readonly #settings: Settings;
  #worker: Worker | null = null;
  #states = new CallStates(0);
  #pending = new Map<number, Pending>();
  #isClosed = false;

  private constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Starts a worker. Returns its calls and the method names of its stores. Throws when it cannot be opened. */
  static async open(settings: Settings): Promise<{ calls: WorkerCalls; methods: Record<string, string[]> }> {
    const calls = new WorkerCalls(settings);
    return { calls, methods: await calls.#start() };
  }

  /**
   * Calls a method. Throws `unavailable`, without doing anything, when the call cannot start in time, or the signal's
   * reason when it is aborted. A call that has started ends with its result, or with `unavailable` when the worker
   * ends.
   */
  call(store: string, method: string, args: unknown[], signal?: AbortSignal): Promise<unknown> {
    const worker = this.#worker;
    const id = worker && !this.#isClosed ? this.#states.queue() : undefined;
    if (!worker || id === undefined) return Promise.reject(new AppError('unavailable'));
    if (this.#pending.size === 0) worker.ref();
    return new Promise((resolve, reject) => {
      const cancel = (reason: unknown) => {
        if (this.#states.cancel(id)) reject(reason);
      };
      const onAbort = () => cancel(signal?.reason);
      const onLate = () => {
        const cause = new Error(`${store}.${method} did not begin within ${QUEUE_MS} ms.`);
        cancel(new AppError('unavailable', { cause }));
      };
      const timer = setTimeout(onLate, QUEUE_MS);
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      this.#pending.set(id, { resolve, reject, settle });
      signal?.addEventListener('abort', onAbort);
      if (signal?.aborted) onAbort();
      try {
        post(worker, { call: { id, store, method, args } });
      } catch (error) {
        this.#take(worker, id)?.reject(error);
      }
    });
  }

  /** Waits for the earlier calls, then ends the worker. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (!worker) return;
    worker.ref();
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    post(worker, { close: true });
    await exited;
  }

  async #start(): Promise<Record<string, string[]>> {
    const { role, file, filesDir } = this.#settings;
    const worker = new Worker(new URL('./store-worker.ts', import.meta.url), {
      name: `sqlite ${role}`,
      // Its own options, because those of this process may name a script to run.
      execArgv: [],
    });
    const states = new CallStates(MOST_CALLS);
    const opened = Promise.withResolvers<Record<string, string[]>>();
    let fault = new Error(`The thread "sqlite ${role}" has ended.`);
    worker.on('error', (error) => (fault = error as Error));
    worker.on('exit', () => {
      opened.reject(fault);
      if (this.#worker === worker) this.#restart(fault);
    });
    worker.on('message', (message: FromWorker) => {
      if ('opened' in message) opened.resolve(message.opened);
      else if ('failed' in message) opened.reject(fromWire(message.failed));
      // In watch mode, as in `npm run dev`, Node posts the names of loaded files, too.
      else if ('id' in message) this.#answer(worker, message);
    });
    post(worker, { open: { role, file, filesDir, states: states.memory } });
    const methods = await opened.promise;
    this.#worker = worker;
    this.#states = states;
    worker.unref();
    return methods;
  }

  #answer(worker: Worker, message: Exclude<FromWorker, { opened: unknown } | { failed: unknown }>): void {
    const pending = this.#take(worker, message.id);
    if ('value' in message) pending?.resolve(message.value);
    else if ('error' in message) pending?.reject(fromWire(message.error));
  }

  #take(worker: Worker, id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    this.#states.release(id);
    pending?.settle();
    if (this.#pending.size === 0 && !this.#isClosed) worker.unref();
    return pending;
  }

  #restart(fault: Error): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    this.#worker = null;
    for (const { reject, settle } of pending) {
      settle();
      reject(new AppError('unavailable', { cause: fault }));
    }
    if (this.#isClosed) return;
    this.#settings.onFault(fault);
    const start = () => {
      if (this.#isClosed) return;
      this.#start().catch((error: Error) => {
        this.#settings.onFault(error);
        setTimeout(start, RESTART_MS).unref();
      });
    };
    start();
  }
}

function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}
