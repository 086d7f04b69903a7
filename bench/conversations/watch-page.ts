/** Values recorded by a page, in milliseconds. */
export interface Watched {
  /** From each key to the end of the next frame's paint. */
  keys: number[];
  /** Durations of tasks over 50 ms. */
  longTasks: number[];
}

/** Runs in the page, before anything else. */
export function watchPage(): void {
  const watched: Watched = { keys: [], longTasks: [] };
  Object.assign(globalThis, { watched });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  /** Calls back when the next frame has been painted. */
  const afterPaint = (then: () => void) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', then);
      port1.start();
      port2.postMessage(null);
    });
  };
  addEventListener(
    'keydown',
    ({ timeStamp }) => afterPaint(() => watched.keys.push(performance.now() - timeStamp)),
    true,
  );
}
