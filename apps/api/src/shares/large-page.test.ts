import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Share, StatusPart } from '@parley/core';
import { expect, it, onTestFinished } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';
import { RENDERER_FILE } from './renderer-file.ts';

/** Counts the pages of conversations. Those about something enormous take all memory. */
const RENDERER = `
import { appendFileSync } from 'node:fs';
export async function renderSharedPage(shared) {
  if (shared) appendFileSync(new URL('renders', import.meta.url), '.');
  const kept = [];
  while (JSON.stringify(shared).includes('enormous')) kept.push(Array(1e6).fill(Math.random()));
  return { html: shared ? 'A page' : 'Nothing here', styles: '', script: '' };
}`;

it('a page that takes too much memory is rendered once, looks like a link that does not work, and is no failure', async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'parley-large-'));
  onTestFinished(() => rmSync(webRoot, { recursive: true }));
  mkdirSync(join(webRoot, '.share'));
  writeFileSync(join(webRoot, RENDERER_FILE), RENDERER);
  const server = await startTestServer({ webRoot });
  onTestFinished(() => server.close());
  const token = await server.signUp();
  const share = async (text: string) => {
    const conversationId = randomUUID();
    await (await server.send(token, { conversationId, text: `[[echo]] ${text}` })).all();
    const { body } = await server.call('POST', '/api/shares', token, { id: randomUUID(), conversationId });
    return server.url + new URL((body.share as Share).url ?? '').pathname;
  };
  const large = await share('enormous');
  for (let visit = 0; visit < 3; visit++) {
    const page = await fetch(large);
    expect([page.status, await page.text()]).toEqual([404, 'Nothing here']);
  }
  expect(readFileSync(join(webRoot, '.share/renders'), 'utf8')).toBe('.');
  expect(await (await fetch(await share('small'))).text()).toBe('A page');
  const { body } = await server.call('GET', '/api/status');
  const web = (body.parts as StatusPart[]).find(({ id }) => id === 'web');
  expect(web?.status).toBe('operational');
});
