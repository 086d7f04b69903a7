// Preloaded into each measured server: answers its parent with the CPU time used so far, with the memory in use, or with all that the process has.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

process.on('message', (question) => {
  if (question === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
    return;
  }
  if (question === 'rss') {
    process.send?.(process.memoryUsage.rss());
    return;
  }
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.(heapUsed + external);
});
process.channel?.unref();
