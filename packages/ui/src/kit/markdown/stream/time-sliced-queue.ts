/** Does about a millisecond of work; returns true when it is finished. */
type Work = () => boolean;

/** Milliseconds per slice. */
const slice = 4;
const queue: Work[] = [];
let running = false;

/**
 * Queues work and runs it in slices, in order, leaving time for frames and input in between. Returns a function that
 * cancels it.
 */
export function runInSlices(work: Work): () => void {
  queue.push(work);
  if (!running) setTimeout(run);
  running = true;
  return () => {
    const index = queue.indexOf(work);
    if (index >= 0) queue.splice(index, 1);
  };
}

function run(): void {
  const until = performance.now() + slice;
  for (let work = queue[0]; work && performance.now() < until; work = queue[0]) {
    if (work() && queue[0] === work) queue.shift();
  }
  running = queue.length > 0;
  if (running) setTimeout(run);
}
