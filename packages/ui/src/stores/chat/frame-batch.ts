/** Runs a task before the next frame is painted. */
export type Schedule = (task: () => void) => void;

const HIDDEN_DELAY = 100;
/** Milliseconds after a key in which the user is still typing. */
const TYPING = 500;
/** Milliseconds after a key in which the next one is likely to follow. */
const PAUSE = 150;
/** Milliseconds, half a frame, from which a task counts as slow. */
const SLOW = 8;
/** While the user types, the next task waits this many times as long as the last one took. */
const REST = 7;

let lastKey = -Infinity;
let isKeyNew = false;
let wasKeyShown = false;
let cost = 0;
let restsUntil = 0;

globalThis.addEventListener?.(
  'keydown',
  ({ key, timeStamp }) => {
    // After Enter the user waits for the reply.
    lastKey = key === 'Enter' ? -Infinity : timeStamp;
    isKeyNew = true;
  },
  true,
);

/** Whether a task in the frame that begins now would delay the keys of someone who types. */
function delaysKeys(start: number): boolean {
  const showsKey = isKeyNew;
  const followsKey = wasKeyShown;
  isKeyNew = false;
  wasKeyShown = showsKey;
  const sinceKey = start - lastKey;
  if (sinceKey >= TYPING) return false;
  return showsKey || start < restsUntil || (cost > SLOW && sinceKey < PAUSE && !followsKey);
}

/**
 * Animation frames while the page is visible; a hidden page has none, so a timer stands in. While the user types, tasks
 * leave the page most of its time, skip the frame that shows a key, and follow it if they are slow, so that a growing
 * reply does not delay the keys.
 */
export const nextFrame: Schedule = (task) => {
  if (globalThis.document?.visibilityState !== 'visible') {
    setTimeout(task, HIDDEN_DELAY);
    return;
  }
  requestAnimationFrame(() => {
    const start = performance.now();
    if (delaysKeys(start)) {
      nextFrame(task);
      return;
    }
    task();
    // A timer runs after the frame is painted.
    setTimeout(() => {
      const end = performance.now();
      cost = end - start;
      restsUntil = end + REST * cost;
    });
  });
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
