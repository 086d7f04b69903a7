import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { precompress } from './precompress.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-precompress-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function buildPage(script: string): Promise<void> {
  await writeFile(join(root, 'index.html'), '<script type="module" src="/main.js"></script>');
  await writeFile(join(root, 'main.js'), script);
  await build({ root, configFile: false, logLevel: 'silent', plugins: [precompress()] });
}

test('every text file of a build gets a Brotli and a gzip copy with the same content', async () => {
  await buildPage('document.title = "ready";');
  const page = await readFile(join(root, 'dist/index.html'), 'utf8');
  expect(brotliDecompressSync(await readFile(join(root, 'dist/index.html.br'))).toString()).toBe(page);
  expect(gunzipSync(await readFile(join(root, 'dist/index.html.gz'))).toString()).toBe(page);
});

test('a failed build reports its own error', async () => {
  await expect(buildPage('import "./missing.js";')).rejects.toThrow('./missing.js');
});
