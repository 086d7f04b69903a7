// Preloaded into the measured server: answers on a socket with its memory in bytes after a collection.
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// A server that was killed leaves its own.
rmSync(process.env.BENCH_MEMORY_SOCKET, { force: true });
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
createServer((_request, response) => {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  response.end(JSON.stringify({ heap: heapUsed + external, rss }));
})
  .listen(process.env.BENCH_MEMORY_SOCKET)
  .unref();
