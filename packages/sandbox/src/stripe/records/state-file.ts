import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The stand-in's collections, by name. */
export type Collections = Record<string, Map<string, unknown> | Set<string>>;

/**
 * Persists collections in a JSON file, so that a paid account on a laptop survives a restart. Each write replaces the
 * whole file: a killed process leaves the last state or the one before.
 */
export class StateFile {
  readonly #path: string;
  readonly #collections: Collections;
  #isScheduled = false;

  /** Loads the collections from the file, if it exists. An unreadable file is reported and ignored. */
  constructor(path: string, collections: Collections) {
    this.#path = path;
    this.#collections = collections;
    try {
      const stored = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown[]>;
      for (const [name, collection] of Object.entries(collections)) fill(collection, stored[name] ?? []);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      for (const collection of Object.values(collections)) collection.clear();
      console.warn(`The sandbox’s Stripe starts empty, as ${path} cannot be read: ${(error as Error).message}`);
    }
  }

  /** Schedules one write at the end of this turn of the event loop. */
  schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.close());
  }

  /** Runs a scheduled write. */
  close(): void {
    if (this.#isScheduled) this.write();
  }

  write(): void {
    this.#isScheduled = false;
    const entries = Object.entries(this.#collections).map(([name, collection]) => [name, [...collection]]);
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const unfinished = `${this.#path}.unfinished`;
    writeFileSync(unfinished, JSON.stringify(Object.fromEntries(entries)), { mode: 0o600, flush: true });
    renameSync(unfinished, this.#path);
  }
}

function fill(collection: Map<string, unknown> | Set<string>, items: unknown[]): void {
  for (const item of items) {
    if (collection instanceof Set) collection.add(item as string);
    else collection.set(...(item as [string, unknown]));
  }
}
