// Ends the process it runs in when that has taken too much memory or time. Run by pdf-process.ts as a thread.
const MAX_RSS = 512 * 1024 * 1024;
/** More than the parent waits: this is for when the parent has died. */
const MAX_MS = 15_000;
const EVERY_MS = 25;

const end = () => process.kill(process.pid, 'SIGKILL');

setTimeout(end, MAX_MS);
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_RSS) end();
}, EVERY_MS);
