// Kills its process when it exceeds a limit of memory or time. reader-process.ts runs it as a thread, with the limit of
// processor time in milliseconds as its data.
import { workerData } from 'node:worker_threads';

const MAX_RSS = 512 * 1024 * 1024;
const MAX_CPU_MS = workerData as number;
/** Longer than the parent's timeout: this one is for the case that the parent has died. */
const MAX_MS = 40_000;
const EVERY_MS = 25;

const end = () => process.kill(process.pid, 'SIGKILL');

setTimeout(end, MAX_MS);
setInterval(() => {
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 > MAX_CPU_MS || process.memoryUsage.rss() > MAX_RSS) end();
}, EVERY_MS);
