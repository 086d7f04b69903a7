import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Share } from '@parley/core';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { TEST_SETTINGS } from '../testing/test-settings.ts';
import { RENDERER_FILE } from './renderer-file.ts';
import { createShareTokens } from './share-tokens.ts';

const ADMIN = 'boss@example.com';
const RENDERER = `export const renderSharedPage = async () => ({ html: 'A page', styles: 'b{}', script: '0' });`;

let folder: string;
let server: TestServer;
let token: string;
let conversationId: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-share-'));
  mkdirSync(join(folder, '.share'));
  writeFileSync(join(folder, RENDERER_FILE), RENDERER);
  server = await startTestServer({ webRoot: folder, adminEmails: [ADMIN], emailsVerifiedAtOnce: true });
  token = await server.signUp();
  conversationId = randomUUID();
  await (await server.send(token, { conversationId, text: '[[echo]] hello' })).all();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function share(id: string): Promise<Share> {
  return (await server.call('POST', '/api/shares', token, { id, conversationId })).body.share as Share;
}

const pathOf = ({ url }: Share) => new URL(url ?? expect.fail('It has no address.')).pathname;
const visit = async (shared: Share) => (await fetch(server.url + pathOf(shared))).status;
const hashOf = (shareToken: string) => createHash('sha256').update(shareToken).digest('hex');

it('a link that was revoked or taken down does not work again when another one is made under its id', async () => {
  const [revoked, takenDown] = [await share(randomUUID()), await share(randomUUID())];
  await server.call('DELETE', `/api/shares/${revoked.id}`, token);
  const admin = await server.signUp(ADMIN);
  const { status } = await server.call('POST', '/api/admin/take-down', admin, { url: takenDown.url });
  expect(status).toBe(200);
  for (const ended of [revoked, takenDown]) {
    const again = await share(ended.id);
    expect([await visit(ended), await visit(again)]).toEqual([404, 200]);
  }
});

it('a link of an earlier version, whose token does not depend on its time, keeps its address', async () => {
  const { id, url } = await share(randomUUID());
  const found = await server.storage.shares.find(hashOf(url?.split('/').at(-1) ?? ''), Date.now());
  if (!found) throw new Error('The share is not stored.');
  await server.storage.shares.remove(found.userId, id);
  const earlier = createShareTokens(TEST_SETTINGS.jwtSecret).of(found.userId, id);
  await server.storage.shares.create({ ...found, tokenHash: hashOf(earlier) }, 100);
  const { shares } = (await server.call('GET', '/api/shares', token)).body as unknown as { shares: Share[] };
  expect(shares.find((each) => each.id === id)?.url).toMatch(new RegExp(`/share/${earlier}$`));
});
