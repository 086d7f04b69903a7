import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { SharedConversation, SharedPageSettings } from '@parley/core';
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
  return (shared: SharedConversation | null = null) => renderer.render(shared, {} as SharedPageSettings);
}

/** A conversation of four messages with a text of this length each. */
function aShared(length: number): SharedConversation {
  const message = { isUser: false, status: 'complete' as const, text: 'a'.repeat(length), files: [], hiddenFiles: 0 };
  return { title: 'A', sharedAt: new Date(0).toISOString(), messages: Array.from({ length: 4 }, () => message) };
}

it.each([
  ['throws', 'throw new Error("late")'],
  ['ends', 'process.exit()'],
])('a thread that %s between two pages is replaced for the next one', async (_name, later) => {
  const exits: Promise<void>[] = [];
  const onWorker = (worker: Worker) => exits.push(new Promise((resolve) => worker.once('exit', () => resolve())));
  process.on('worker', onWorker);
  onTestFinished(() => void process.off('worker', onWorker));
  const render = rendererOf(`async function renderSharedPage() {
    setTimeout(() => { ${later}; }, 10);
    return { html: 'A page', styles: '', script: '' };
  }`);
  for (let page = 0; page < 3; page++) {
    expect(await render()).toMatchObject({ html: 'A page' });
    expect(exits).toHaveLength(page + 1);
    await exits[page];
  }
});

it('refuses a conversation with too much text without rendering it', async () => {
  const render = rendererOf(`async function renderSharedPage() { return { html: 'A page', styles: '', script: '' }; }`);
  expect(await render(aShared(450_000))).toMatchObject({ html: 'A page' });
  await expect(render(aShared(500_000))).rejects.toMatchObject({ code: 'too-large' });
});

it('the page of a link that does not work waits for no shared page', async () => {
  const render = rendererOf(`async function renderSharedPage(shared) {
    if (shared) await new Promise((resolve) => setTimeout(resolve, 4000));
    return { html: shared ? 'A page' : 'Nothing here', styles: '', script: '' };
  }`);
  const pages = [render(aShared(1)), render(aShared(2)), render()];
  expect(await Promise.race(pages)).toMatchObject({ html: 'Nothing here' });
  await Promise.all(pages);
});
