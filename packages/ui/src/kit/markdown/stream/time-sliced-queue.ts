/** Does some of its work, a ms or so; answers true when nothing is left of it. */
type Work = () => boolean;

/** In ms. */
const slice = 4;
const queue: Work[] = [];
let running = false;

/** Does work bit by bit in the order it was asked for, with room for frames and keys between. Answers how to call it off. */
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
