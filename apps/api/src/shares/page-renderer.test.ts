import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SharedPageSettings } from '@parley/core';
import { expect, it, onTestFinished } from 'vitest';
import { createPageRenderer } from './page-renderer.ts';
import { RENDERER_FILE } from './renderer-file.ts';

/** A renderer whose build renders with this function. */
function rendererOf(renderSharedPage: string) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-pages-'));
  const file = join(folder, RENDERER_FILE);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `export ${renderSharedPage}`);
  const renderer = createPageRenderer(folder);
  onTestFinished(async () => {
    await renderer.close();
    rmSync(folder, { recursive: true });
  });
  return () => renderer.render(null, {} as SharedPageSettings);
}

it.each([
  ['throws', 'throw new Error("late")'],
  ['ends', 'process.exit()'],
])('a thread that %s between two pages is replaced for the next one', async (_name, later) => {
  const render = rendererOf(`async function renderSharedPage() {
    setTimeout(() => { ${later}; }, 10);
    return { html: 'A page', styles: '', script: '' };
  }`);
  for (let page = 0; page < 3; page++) {
    expect(await render()).toMatchObject({ html: 'A page' });
    await delay(200);
  }
});
