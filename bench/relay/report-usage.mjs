// Preloaded into each measured server: reports CPU time, heap in use or process memory to its parent.
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
