// Preloaded into the measured server: reports its memory in bytes after a garbage collection on a socket.
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// A killed server leaves its socket behind.
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
