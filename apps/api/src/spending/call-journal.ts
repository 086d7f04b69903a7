import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { readdir, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Spending, SpendingMode } from '../storage/billing/spending-store.ts';

/** What a running call has used so far. */
export interface JournaledCall {
  /** Of the call and of its reservation. */
  id: string;
  userId: string;
  mode: SpendingMode;
  spending: Spending;
  /** Epoch milliseconds. */
  at: number;
}

const SUFFIX = '.calls';
/** The file is written again without ended calls beyond this, and beyond twice what its running calls took then. */
const MAX_BYTES = 256 * 1024;

/**
 * What the running calls beside replies have used, in a file, so that a process that is killed does not take it along.
 * The file exists while calls run. Each of its lines replaces earlier ones of the same call. Nothing waits for the disk.
 */
export class CallJournal {
  readonly #folder: string;
  readonly #ownerNow: () => string;
  readonly #logger: Logger;
  readonly #running = new Map<string, JournaledCall>();
  readonly #taken = new Set<string>();
  #file: { descriptor: number; owner: string; bytes: number; maxBytes: number } | null = null;

  /** `owner` returns the id that this process has now. */
  constructor(folder: string, owner: () => string, logger: Logger) {
    this.#folder = folder;
    this.#ownerNow = owner;
    this.#logger = logger;
  }

  /** Writes what a call has used. If that fails, a kill loses it. */
  write(call: JournaledCall): void {
    if (this.isTaken(call.id)) return;
    this.#running.set(call.id, call);
    this.#attempt(() => {
      const file = (this.#file ??= this.#open());
      if (file.bytes > file.maxBytes) {
        ftruncateSync(file.descriptor, 0);
        file.bytes = 0;
        for (const running of this.#running.values()) append(file, running);
        file.maxBytes = Math.max(MAX_BYTES, 2 * file.bytes);
      } else append(file, call);
    });
  }

  /** Whether other processes considered this one dead while the call ran, so that they store it. */
  isTaken(id: string): boolean {
    if (this.#file && this.#file.owner !== this.#ownerNow()) {
      for (const running of this.#running.keys()) this.#taken.add(running);
      this.#running.clear();
      closeSync(this.#file.descriptor);
      this.#file = null;
    }
    return this.#taken.has(id);
  }

  /** Call once the call has ended and is stored. */
  remove(id: string): void {
    this.#taken.delete(id);
    if (!this.#running.delete(id)) return;
    this.#attempt(() => {
      const file = this.#file;
      if (!file) return;
      if (this.#running.size > 0) return append(file, { id });
      this.#file = null;
      closeSync(file.descriptor);
      rmSync(this.#pathOf(file.owner), { force: true });
    });
  }

  /** The processes with running calls in this folder, dead or alive. */
  async owners(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => [] as string[]);
    return names.filter((name) => name.endsWith(SUFFIX)).map((name) => name.slice(0, -SUFFIX.length));
  }

  /** The running calls of a dead process. Only the first process that takes them gets them. */
  async take(owner: string): Promise<JournaledCall[]> {
    const path = this.#pathOf(owner);
    const calls = new Map<string, JournaledCall>();
    try {
      const text = await readFile(path, 'utf8');
      await unlink(path);
      // The last line may have been written in part.
      for (const line of text.split('\n').slice(0, -1)) {
        const call = JSON.parse(line) as JournaledCall | Pick<JournaledCall, 'id'>;
        if ('spending' in call) calls.set(call.id, call);
        else calls.delete(call.id);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      this.#logger.warn({ err: error }, 'the journal of calls could not be read');
    }
    return [...calls.values()];
  }

  #open() {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const owner = this.#ownerNow();
    return { descriptor: openSync(this.#pathOf(owner), 'a', 0o600), owner, bytes: 0, maxBytes: MAX_BYTES };
  }

  #attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#logger.warn({ err: error }, 'the journal of calls could not be written');
    }
  }

  #pathOf(owner: string): string {
    return join(this.#folder, owner + SUFFIX);
  }
}

function append(file: { descriptor: number; bytes: number }, line: object): void {
  file.bytes += writeSync(file.descriptor, `${JSON.stringify(line)}\n`);
}
