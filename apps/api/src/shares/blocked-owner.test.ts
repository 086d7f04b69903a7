import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Share } from '@parley/core';
import { staffOf } from '../admin/people/testing.ts';
import { mailTo } from '../testing/mailbox.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/test-server.ts';
import { RENDERER_FILE } from './renderer-file.ts';

const ADMIN = 'boss@example.com';
const OWNER = 'owner@example.com';
const RENDERER = `export async function renderSharedPage(shared, settings) {
  return { html: JSON.stringify({ shared, settings }), styles: 'b{}', script: '0' };
}`;

/** Three servers that share nothing but their store. */
async function startThree(): Promise<[TestServer, TestServer, TestServer]> {
  const webRoot = mkdtempSync(join(tmpdir(), 'parley-blocked-'));
  onTestFinished(() => rmSync(webRoot, { recursive: true }));
  mkdirSync(join(webRoot, '.share'));
  writeFileSync(join(webRoot, RENDERER_FILE), RENDERER);
  const start = async (more: TestServerOptions = {}) => {
    const server = await startTestServer({ webRoot, adminEmails: [ADMIN], emailsVerifiedAtOnce: true, ...more });
    onTestFinished(() => server.close());
    return server;
  };
  const first = await start();
  const others = { sandbox: first.sandbox, storage: { ...first.storage, async close() {} } };
  return [first, await start(others), await start(others)];
}

it('the pages and files of a blocked owner are gone in every process at once, and come back after', async () => {
  const servers = await startThree();
  const [server, second] = servers;
  const [boss, token, reader] = [await server.signUp(ADMIN), await server.signUp(OWNER), await server.signUp()];
  const staff = staffOf(second, boss);
  const { body } = await server.upload(token, 'a.txt', 'text/plain', 'my words');
  const { id: fileId } = body.file as { id: string };
  const conversationId = randomUUID();
  const talk = (text: string, more: object) => server.send(token, { conversationId, text, ...more });
  await (await talk('[[echo]] hello', { attachmentIds: [fileId] })).all();
  await (await talk('A lighthouse', { selectedTool: 'image' })).all();
  const made = await server.call('POST', '/api/shares', token, {
    id: randomUUID(),
    conversationId,
    hasAttachments: true,
  });
  const page = new URL((made.body.share as Share).url ?? '').pathname;
  const read = (by: TestServer, path: string) => fetch(by.url + path);
  const shown = (await (await read(server, page)).text()).match(/\/share\/[\w/-]+/g) ?? [];
  const files = [...new Set(shown)].filter((path) => path.startsWith(`${page}/`));
  expect(files).toHaveLength(2);
  const statuses = async () => {
    const all = servers.flatMap((by) => [page, ...files].map((path) => read(by, path)));
    return [...new Set((await Promise.all(all)).map(({ status }) => status))];
  };
  const copy = async () =>
    (await second.call('POST', '/api/shares/copies', reader, { token: page.split('/').at(-1) })).status;
  // All processes have the page in memory now.
  expect(await statuses()).toEqual([200]);

  expect((await staff.act(OWNER, { type: 'block' })).status).toBe(200);
  expect(await statuses()).toEqual([404]);
  expect(await copy()).toBe(404);
  const missing = await (await read(server, `/share/${'A'.repeat(43)}`)).text();
  expect(await (await read(server, page)).text()).toBe(missing);

  // Staff still finds the account, and can offer its export.
  expect(await staff.find(OWNER)).toMatchObject({ user: { email: OWNER }, blockedAt: expect.any(String) });
  expect((await staff.act(OWNER, { type: 'send-export' })).status).toBe(200);
  expect((await mailTo(server, OWNER, 'data')).text).toContain('Once your account is unblocked, sign in');
  expect(await statuses()).toEqual([404]);

  expect((await staff.act(OWNER, { type: 'unblock' })).status).toBe(200);
  expect(await statuses()).toEqual([200]);
  expect(await (await read(second, `${page}/${fileId}`)).text()).toBe('my words');
  expect(await copy()).toBe(200);
});
