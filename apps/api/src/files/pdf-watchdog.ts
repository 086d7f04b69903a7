// Kills its process when it exceeds a limit of memory or time. pdf-process.ts runs it as a thread.
const MAX_RSS = 512 * 1024 * 1024;
/** Longer than the parent's timeout: this one is for the case that the parent has died. */
const MAX_MS = 15_000;
const EVERY_MS = 25;

const end = () => process.kill(process.pid, 'SIGKILL');

setTimeout(end, MAX_MS);
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_RSS) end();
}, EVERY_MS);
