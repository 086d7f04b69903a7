/** How long a chunk may take, in milliseconds. */
const TIMEOUT = 120_000;

/** A part of the client that comes in a file of its own did not come. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';

  constructor(id: string, options?: ErrorOptions) {
    super(`Loading chunk ${id} failed`, options);
  }
}

/** What is known and done about chunks that do not come. */
export interface ChunkRecovery {
  /** Whether the server answers, so that asking it again may help. */
  isReachable(): Promise<boolean>;
  /** Calls back once the server answers again after it did not; returns what takes that back. */
  whenReachable(listener: () => void): () => void;
  /** Loads the page anew, which leads to the build that the server has now; false where that was done before and did not help. */
  reload(): boolean;
}

let rescue: ChunkRecovery | null = null;

/** The app tells at its start what rescues its chunks. */
export function setChunkRecovery(own: ChunkRecovery): void {
  rescue = own;
}

/** Calls back once chunks may come that did not; returns what takes that back. */
export function whenChunksMayCome(listener: () => void): () => void {
  return rescue?.whenReachable(listener) ?? (() => {});
}

/**
 * Loads a part of the client. One that does not come is asked for once more; then the page is loaded anew, since a new
 * build may have taken the chunks of this one away. Rejects with a `ChunkLoadError` where none of that helps, or the
 * server cannot be reached, or after two minutes.
 */
export async function loadChunk<T>(id: string, load: () => Promise<T>): Promise<T> {
  const failure = (cause: unknown) => new ChunkLoadError(id, { cause });
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(failure('It takes too long.')), TIMEOUT);
  const inTime = <R>(step: Promise<R>): Promise<R> => Promise.race([step, deadline.promise]);
  try {
    return await inTime(load()).catch(async (cause: unknown) => {
      if (!(await inTime(rescue?.isReachable() ?? Promise.resolve(false)))) throw cause;
      return inTime(load());
    });
  } catch (cause) {
    const isLost = cause instanceof ChunkLoadError || !(await rescue?.isReachable());
    // The page goes in a moment: nothing is shown until then.
    if (!isLost && rescue?.reload()) return await new Promise<never>(() => {});
    throw cause instanceof ChunkLoadError ? cause : failure(cause);
  } finally {
    clearTimeout(timer);
  }
}
