// Runs the stack with hot reload on one URL. Started by dev.mjs with a Node that runs TypeScript.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './paths.mjs';
import { readSettings } from './read-settings.mjs';
import { orExit } from './toolchain/prepare.mjs';

const settings = orExit(() => readSettings(process.execPath));
const host = settings.HOST ?? '127.0.0.1';
const givenPort = Number(settings.PORT ?? 3000);
const port = givenPort === 0 ? await findFreePort() : givenPort;
const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${port}`;

function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address();
      probe.close(() => resolve(free));
    });
  });
}

async function startWeb(apiPort) {
  const webFolder = join(root, 'apps', 'web');
  const vite = await import(pathToFileURL(createRequire(join(webFolder, 'package.json')).resolve('vite')).href);
  const target = `http://127.0.0.1:${apiPort}`;
  const server = await vite.createServer({
    root: webFolder,
    clearScreen: false,
    server: {
      host,
      port,
      strictPort: true,
      proxy: {
        '^/(?:api|v1|share|brand)/': target,
        '/healthz': target,
        '/readyz': target,
        // Apple posts its answer here; what follows is a page.
        '/auth/apple/callback': { target, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
      },
    },
  });
  return server.listen();
}

/** Starts the API in watch mode: Node restarts it when a loaded file changes. */
function startApi(apiPort) {
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(apiPort),
    PUBLIC_URL: publicUrl,
    SANDBOX_PORT: settings.SANDBOX_PORT ?? String(port + 1),
  };
  const args = ['--watch', '--watch-preserve-output', join(root, 'apps', 'api', 'src', 'main.ts')];
  return spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
}

const apiPort = await findFreePort();
const web = await startWeb(apiPort).catch((error) => {
  console.error(`The web client does not start: ${error.message}`);
  process.exit(1);
});
const api = startApi(apiPort);
console.log(`Parley with hot reload: ${publicUrl}`);

let ending = false;
// Vite's own listener would end the process before the API has drained.
process.removeAllListeners('SIGTERM');
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(signal));
// dev.mjs was killed.
process.on('disconnect', () => end('SIGTERM'));

function end(signal) {
  if (ending) return;
  ending = true;
  api.kill(signal);
}
api.on('exit', async (code) => {
  await web.close();
  process.exit(ending ? 0 : (code ?? 1));
});
