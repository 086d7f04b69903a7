import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from './build/build-web.mjs';
import { findChromium, machineDeps } from './toolchain/chromium.mjs';
import { binFile, root } from './paths.mjs';
import { orExit, prepare } from './toolchain/prepare.mjs';
import { runForeground } from './run.mjs';

const webFolder = join(root, 'apps', 'web');
const folder = join(root, 'gallery');

const toolchain = prepare();
await orExit(() => buildWeb(toolchain));
const chromium = await findChromium(machineDeps(toolchain, webFolder));
if (chromium === null) {
  console.error('There is no Chromium here. Set PARLEY_CHROMIUM to its path.');
  process.exit(1);
}

const names = process.argv.slice(2);
if (names.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
process.on('exit', writeIndex);

const playwright = binFile(join(webFolder, 'node_modules', '@playwright', 'test'), 'playwright');
const filter = names.length === 0 ? [] : ['--grep', names.join('|')];
runForeground(
  toolchain.node,
  [playwright, 'test', '--config', join('e2e', 'gallery', 'playwright.config.ts'), ...filter],
  {
    cwd: webFolder,
    env: { ...process.env, PARLEY_CHROMIUM: chromium, PARLEY_GALLERY: folder },
  },
);

/** Writes a page with all pictures in the folder, also those of an earlier run. */
function writeIndex() {
  const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'));
  const figures = pictures.map(
    (name) =>
      `<figure><a href="${name}"><img src="${name}" loading="lazy"></a><figcaption>${name}</figcaption></figure>`,
  );
  const style =
    'body{font:14px system-ui;display:flex;flex-wrap:wrap;gap:16px;align-items:start}img{max-width:420px;border:1px solid}figure{margin:0}';
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><title>Gallery</title><style>${style}</style>${figures.join('\n')}\n`,
  );
  console.log(`${pictures.length} pictures: ${join(folder, 'index.html')}`);
}
