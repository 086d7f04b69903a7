/** Runs a task before the next frame is painted. */
export type Schedule = (task: () => void) => void;

const HIDDEN_DELAY = 100;

/** Animation frames while the page is visible; a hidden page has none, so a timer stands in. */
export const nextFrame: Schedule = (task) => {
  const isVisible = typeof document !== 'undefined' && document.visibilityState === 'visible';
  if (isVisible) requestAnimationFrame(task);
  else setTimeout(task, HIDDEN_DELAY);
};

export interface FrameBatch<T> {
  /** Commits this value at the next frame, unless a later one for the same key replaces it. */
  put(key: string, value: T): void;
  /** Commits pending values at once. */
  flush(): void;
  /** Discards pending values. */
  clear(): void;
}

/** Collects values by key and commits them together, at most once a frame. */
export function createFrameBatch<T>(schedule: Schedule, commit: (values: Map<string, T>) => void): FrameBatch<T> {
  let waiting = new Map<string, T>();
  let isScheduled = false;
  const flush = (): void => {
    if (waiting.size === 0) return;
    const values = waiting;
    waiting = new Map();
    commit(values);
  };
  return {
    put(key, value) {
      waiting.set(key, value);
      if (isScheduled) return;
      isScheduled = true;
      schedule(() => {
        isScheduled = false;
        flush();
      });
    },
    flush,
    clear() {
      waiting.clear();
    },
  };
}
