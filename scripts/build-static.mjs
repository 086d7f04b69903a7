import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { binFile, root } from './paths.mjs';
import { prepare } from './toolchain/prepare.mjs';

const [apiUrl, folder = 'dist/static'] = process.argv.slice(2);
if (!URL.canParse(apiUrl ?? '') || new URL(apiUrl).origin !== apiUrl) {
  console.error(
    'Usage: npm run build:static -- https://api.example.com [folder]\nThe address is an origin: no path, no slash.',
  );
  process.exit(1);
}
const toolchain = prepare();
const webFolder = join(root, 'apps', 'web');
const outDir = resolve(root, folder);
const vite = binFile(join(webFolder, 'node_modules', 'vite'), 'vite');
const { status } = spawnSync(
  toolchain.node,
  [vite, 'build', '--emptyOutDir', '--outDir', outDir, '--logLevel', 'warn'],
  {
    cwd: webFolder,
    env: { ...process.env, NODE_ENV: 'production', VITE_API_URL: apiUrl },
    stdio: 'inherit',
  },
);
if (status === 0) {
  console.log(`Built into ${outDir}: put it on any host of files that answers unknown paths with index.html,`);
  console.log('and give the API that host’s origin in CORS_ORIGINS and PUBLIC_URL.');
}
process.exit(status ?? 1);
