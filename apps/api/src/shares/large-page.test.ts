import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Share, StatusPart } from '@parley/core';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
import { RENDERER_FILE } from './renderer-file.ts';

/**
 * Counts the pages of conversations. Those about something enormous take all memory, those about something wide have
 * 33 MB, and those about something slow end once there is a file.
 */
const RENDERER = `
import { appendFileSync, existsSync } from 'node:fs';
export async function renderSharedPage(shared) {
  if (shared) appendFileSync(new URL('renders', import.meta.url), '.');
  const about = (word) => JSON.stringify(shared).includes(word);
  const kept = [];
  while (about('enormous')) kept.push(Array(1e6).fill(Math.random()));
  const end = new URL('end', import.meta.url);
  while (about('slow') && !existsSync(end)) await new Promise((resolve) => setTimeout(resolve, 20));
  const html = about('wide') ? 'x'.repeat(33 * 1024 * 1024) : 'A page';
  return { html: shared ? html : 'Nothing here', styles: '', script: '' };
}`;

async function startWithRenderer() {
  const webRoot = mkdtempSync(join(tmpdir(), 'parley-large-'));
  onTestFinished(() => rmSync(webRoot, { recursive: true }));
  mkdirSync(join(webRoot, '.share'));
  writeFileSync(join(webRoot, RENDERER_FILE), RENDERER);
  const server = await startTestServer({ webRoot, trustedProxies: 1 });
  onTestFinished(() => server.close());
  const share = async (token: string, text: string) => {
    const conversationId = randomUUID();
    await (await server.send(token, { conversationId, text: `[[echo]] ${text}` })).all();
    const { body } = await server.call('POST', '/api/shares', token, { id: randomUUID(), conversationId });
    return server.url + new URL((body.share as Share).url ?? '').pathname;
  };
  const file = (name: string) => join(webRoot, '.share', name);
  const renders = () => (existsSync(file('renders')) ? readFileSync(file('renders'), 'utf8').length : 0);
  const endSlowOnes = () => writeFileSync(file('end'), '');
  return { server, share, renders, endSlowOnes };
}

/** Reads the status and the beginning of a page, from a network address. */
async function visit(url: string, address = '8.8.8.8') {
  const page = await fetch(url, { headers: { 'X-Forwarded-For': address } });
  return [page.status, (await page.text()).slice(0, 20)];
}

it.each([
  ['takes too much memory', 'enormous'],
  ['is larger than the cache', 'wide'],
])('a page that %s is rendered once, looks like a link that does not work, and is no failure', async (_what, word) => {
  const { server, share, renders } = await startWithRenderer();
  const token = await server.signUp();
  const small = await share(token, 'small');
  const large = await share(token, word);
  expect(await visit(small)).toEqual([200, 'A page']);
  for (let count = 0; count < 3; count++) expect(await visit(large)).toEqual([404, 'Nothing here']);
  expect(await visit(small)).toEqual([200, 'A page']);
  expect(renders()).toBe(2);
  const { body } = await server.call('GET', '/api/status');
  const web = (body.parts as StatusPart[]).find(({ id }) => id === 'web');
  expect(web?.status).toBe('operational');
});

it('an owner’s pages are rendered one at a time, so that others’ do not wait for all of them', async () => {
  const { server, share, renders, endSlowOnes } = await startWithRenderer();
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const [first, second] = [await share(owner, 'slow'), await share(owner, 'slow too')];
  const honest = await share(other, 'small');
  const ended: string[] = [];
  const read = (name: string, url: string, address: string) => visit(url, address).then(() => ended.push(name));
  const slow = [read('slow', first, '9.9.0.1'), read('slow', second, '9.9.0.2')];
  await vi.waitFor(() => expect(renders()).toBe(1));
  await read('honest', honest, '9.9.0.3');
  endSlowOnes();
  await Promise.all(slow);
  expect(ended).toEqual(['honest', 'slow', 'slow']);
});
