import { t } from '@parley/core';

/** Timeout of a chunk in milliseconds. */
const TIMEOUT = 120_000;

/** A lazily loaded part of the client did not load. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';

  constructor(id: string, options?: ErrorOptions) {
    super(t`Loading chunk ${id} failed`, options);
  }
}

/** Recovery from chunks that fail to load. */
export interface ChunkRecovery {
  /** Whether the server answers, so that a retry may help. */
  isReachable(): Promise<boolean>;
  /** Calls back once the server is reachable again; returns a function that unsubscribes. */
  whenReachable(listener: () => void): () => void;
  /** Reloads the page to get the server's current build; false if a reload has already been tried without success. */
  reload(): boolean;
}

let recovery: ChunkRecovery | null = null;

/** Sets the chunk recovery; the app calls it once, at its start. */
export function setChunkRecovery(own: ChunkRecovery): void {
  recovery = own;
}

/** Calls back once failed chunks may load; returns a function that unsubscribes. */
export function onServerReachable(listener: () => void): () => void {
  return recovery?.whenReachable(listener) ?? (() => {});
}

/**
 * Loads a chunk of the client. After a failure it retries once and then reloads the page, since a new build may have
 * replaced this build's chunks. Rejects with a `ChunkLoadError` when neither helps, when the server is unreachable, and
 * after two minutes.
 */
export async function loadChunk<T>(id: string, load: () => Promise<T>): Promise<T> {
  const failure = (cause: unknown) => new ChunkLoadError(id, { cause });
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(failure('It takes too long.')), TIMEOUT);
  const inTime = <R>(step: Promise<R>): Promise<R> => Promise.race([step, deadline.promise]);
  try {
    return await inTime(load()).catch(async (cause: unknown) => {
      if (!(await inTime(recovery?.isReachable() ?? Promise.resolve(false)))) throw cause;
      return inTime(load());
    });
  } catch (cause) {
    const isLost = cause instanceof ChunkLoadError || !(await recovery?.isReachable());
    // The page is about to reload; show nothing until then.
    if (!isLost && recovery?.reload()) return await new Promise<never>(() => {});
    throw cause instanceof ChunkLoadError ? cause : failure(cause);
  } finally {
    clearTimeout(timer);
  }
}
