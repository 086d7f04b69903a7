import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { ReportedPage, Share } from '@parley/core';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { RENDERER_FILE } from './renderer-file.ts';

const ADMIN = 'boss@example.com';
/** Prints what it is given, so that tests see what readers may see. The real one is tested in the client. */
const RENDERER = `export async function renderSharedPage(shared, settings) {
  return { html: JSON.stringify({ shared, settings }), styles: 'b{}', script: '0' };
}`;

const written: string[] = [];
let folder: string;
let server: TestServer;
let token: string;
let admin: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-share-'));
  mkdirSync(join(folder, '.share'));
  writeFileSync(join(folder, RENDERER_FILE), RENDERER);
  const logger = pino({ level: 'debug' }, { write: (line) => void written.push(line) });
  server = await startTestServer({ webRoot: folder, adminEmails: [ADMIN], emailsVerifiedAtOnce: true, logger });
  token = await server.signUp();
  admin = await server.signUp(ADMIN);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function talk(text = '[[echo]] hello', more: object = {}, by = token): Promise<string> {
  const conversationId = randomUUID();
  await (await server.send(by, { conversationId, text, ...more })).all();
  return conversationId;
}

async function share(conversationId: string, options: object = {}, by = token): Promise<Share> {
  const { status, body } = await server.call('POST', '/api/shares', by, {
    id: randomUUID(),
    conversationId,
    ...options,
  });
  expect([status, body]).toEqual([200, expect.objectContaining({ success: true })]);
  return body.share as Share;
}

/** Requests a path of this server without an account. */
async function read(url: string | null, by: TestServer = server, headers: Record<string, string> = {}) {
  const { pathname } = new URL(url ?? expect.fail('It has no address.'), 'http://localhost');
  const response = await fetch(by.url + pathname, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

interface Page {
  shared: { title: string; messages: Record<string, unknown>[] };
}
const shown = (page: { text: string }) => (JSON.parse(page.text) as Page).shared;
const hashOf = (url: string | null) => createHash('sha256').update(tokenIn(url)).digest('hex');
const tokenIn = (url: string | null) => url?.split('/').at(-1) ?? expect.fail('It has no address.');

it('anyone with the link reads the conversation as it was when it was shared, until it is updated', async () => {
  const conversationId = await talk('[[echo]] first');
  const { id, url, messageCount } = await share(conversationId);
  expect(url).toMatch(/^https:\/\/parley\.example\.com\/share\/[\w-]{43}$/);
  expect(messageCount).toBe(2);
  await (await server.send(token, { conversationId, text: '[[echo]] second' })).all();
  await server.call('PATCH', `/api/chat/${conversationId}`, token, { title: 'Named later' });
  const before = shown(await read(url));
  expect(before.messages.map(({ text }) => text)).toEqual(['[[echo]] first', expect.stringContaining('first')]);
  expect(before.title).not.toBe('Named later');
  const updated = await server.call('PUT', `/api/shares/${id}`, token, {});
  expect(updated.body.share).toMatchObject({ url, messageCount: 4, title: 'Named later' });
  const after = shown(await read(url));
  expect([after.title, after.messages.length]).toEqual(['Named later', 4]);
});

it('a share shows its branch even when another version is shown later', async () => {
  const conversationId = await talk('[[echo]] one');
  const { url } = await share(conversationId);
  const [question] = await server.messages(token, conversationId);
  const edit = { conversationId, text: '[[echo]] other', originalMessageId: question?.id, isRegeneration: true };
  await (await server.send(token, edit)).all();
  expect(shown(await read(url)).messages[0]?.text).toBe('[[echo]] one');
});

it('the page is neither indexed nor kept by caches, runs no foreign script, and sends no referrer', async () => {
  const { url } = await share(await talk());
  const { headers } = await read(url);
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'private, no-cache',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; script-src 'sha256-[\w+/=]{44}'; style-src 'self' 'sha256-[\w+/=]{44}'; .*frame-ancestors 'none'$/,
    ),
  });
  const etag = headers.get('ETag') ?? '';
  expect((await read(url, server, { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' })).status).toBe(304);
});

it('every token that does not work gets the same page', async () => {
  const live = await share(await talk());
  const revoked = await share(await talk());
  await server.call('DELETE', `/api/shares/${revoked.id}`, token);
  const ofDeleted = await share(await talk());
  await server.call('DELETE', `/api/chat/${ofDeleted.conversationId}`, token);
  const other = await server.signUp();
  const ofGone = await share(await talk(undefined, {}, other), {}, other);
  await server.call('DELETE', '/api/account', other, { password: 'tangerine' });
  const expired = await share(await talk(), { expiresInDays: 1 });
  const stored = await server.storage.shares.find(hashOf(expired.url), Date.now());
  if (!stored) throw new Error('The share is not stored');
  const { userId, id, title, leafId, messageCount } = stored;
  const options = { hasReasoning: false, hasAttachments: false, expiresAt: Date.now() };
  await server.storage.shares.update(userId, id, { title, leafId, messageCount, ...options }, Date.now());
  const liveToken = tokenIn(live.url);
  const swapped = liveToken.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  const cut = [liveToken.slice(0, -1), liveToken.slice(1), `${liveToken}x`, `${liveToken}/x`];
  const bad = ['guessed', ...cut, liveToken.toUpperCase(), swapped, '%00', '%ff', '%E0%A4%A', 'x'.repeat(5000)];
  const once = [revoked, expired, ofDeleted, ofGone].map(({ url }) => tokenIn(url));
  const pages = await Promise.all([...once, ...bad].map((each) => read(`/share/${each}`)));
  const bare = await read('/share');
  for (const { status, text, headers } of pages) {
    expect([status, text]).toEqual([404, pages[0]?.text]);
    expect(headers.get('X-Robots-Tag')).toContain('noindex');
  }
  expect(bare.status).toBe(404);
  expect((await read(live.url)).status).toBe(200);
  // A deleted conversation is restored with its links.
  await server.call('POST', `/api/chat/${ofDeleted.conversationId}/restore`, token);
  expect((await read(ofDeleted.url)).status).toBe(200);
});

it('a link revoked at one process is gone at another that has its page in memory', async () => {
  const other = await startTestServer({ webRoot: folder, storage: { ...server.storage, close: async () => {} } });
  const picture = await server.upload(token, 'a.txt', 'text/plain', 'a');
  const { id: fileId } = picture.body.file as { id: string };
  const { id, url } = await share(await talk(undefined, { attachmentIds: [fileId] }), { hasAttachments: true });
  const path = `/share/${tokenIn(url)}/${fileId}`;
  for (const at of [server, other]) {
    for (const address of [url, path]) expect((await read(address, at)).status).toBe(200);
  }
  await server.call('DELETE', `/api/shares/${id}`, token);
  for (const at of [server, other]) {
    for (const address of [url, path]) expect((await read(address, at)).status).toBe(404);
  }
  await other.close();
});

it('a link that has expired stops working and stays in the list', async () => {
  let time = Date.now();
  const own = await startTestServer({ webRoot: folder, now: () => time });
  const by = await own.signUp();
  const conversationId = randomUUID();
  await (await own.send(by, { conversationId, text: '[[echo]] hi' })).all();
  const { body } = await own.call('POST', '/api/shares', by, { id: randomUUID(), conversationId, expiresInDays: 7 });
  const { url, expiresAt } = body.share as Share;
  expect(Date.parse(expiresAt ?? '')).toBe(time + 7 * 86_400_000);
  expect((await read(url, own)).status).toBe(200);
  // An update without a new expiry keeps it.
  const updated = await own.call('PUT', `/api/shares/${(body.share as Share).id}`, by, {});
  expect((updated.body.share as Share).expiresAt).toBe(expiresAt);
  time += 7 * 86_400_000;
  expect((await read(url, own)).status).toBe(404);
  await own.close();
});

it('reasoning and attached files are shared only on request, and only the files of the share are served', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#17508f' } })
    .png()
    .toBuffer();
  const upload = async (name: string) =>
    (await server.upload(token, name, 'image/png', png)).body.file as { id: string };
  const [picture, elsewhere] = [await upload('a.png'), await upload('b.png')];
  const conversationId = await talk('Why is the sky blue?', { attachmentIds: [picture.id], selectedTool: 'thinking' });
  await talk('[[echo]] other', { attachmentIds: [elsewhere.id] });
  const plain = await share(conversationId);
  const [question, reply] = shown(await read(plain.url)).messages;
  expect(question).toMatchObject({ files: [], hiddenFiles: 1 });
  expect(reply).not.toHaveProperty('reasoningContent');
  expect((await read(`${plain.url}/${picture.id}`)).status).toBe(404);
  const whole = await share(conversationId, { hasReasoning: true, hasAttachments: true });
  const [shownQuestion, shownReply] = shown(await read(whole.url)).messages;
  expect(shownReply?.reasoningContent).toMatch(/\w/);
  const path = `/share/${tokenIn(whole.url)}/${picture.id}`;
  expect(shownQuestion).toMatchObject({ files: [{ name: 'a.png', kind: 'image', url: path }], hiddenFiles: 0 });
  const file = await read(path);
  expect([file.status, file.headers.get('Content-Type'), file.headers.get('Cache-Control')]).toEqual([
    200,
    'image/png',
    'private, no-cache',
  ]);
  expect(file.headers.get('Content-Security-Policy')).toContain('sandbox');
  expect((await read(`/share/${tokenIn(whole.url)}/${elsewhere.id}`)).status).toBe(404);
  await server.call('DELETE', `/api/shares/${whole.id}`, token);
  for (const gone of [path, whole.url]) expect((await read(gone)).status).toBe(404);
});

it('a page whose files are gone names their number and serves none of them', async () => {
  const { id } = (await server.upload(token, 'a.txt', 'text/plain', 'a')).body.file as { id: string };
  const { url } = await share(await talk('[[echo]] notes', { attachmentIds: [id] }), { hasAttachments: true });
  const path = `/share/${tokenIn(url)}/${id}`;
  expect((await read(path)).status).toBe(200);
  const { files } = server.storage;
  /** A server that lacks some of what is stored of files. */
  const without = (lost: Partial<typeof files>) =>
    startTestServer({
      webRoot: folder,
      storage: { ...server.storage, files: { ...files, ...lost }, close: async () => {} },
    });

  const noFiles = await without({ findAll: async () => [], find: async () => null });
  const [question, reply] = shown(await read(url, noFiles)).messages;
  expect(question).toMatchObject({ text: '[[echo]] notes', files: [], hiddenFiles: 1 });
  expect(reply?.text).toContain('notes');
  expect((await read(path, noFiles)).status).toBe(404);
  await noFiles.close();

  const noBytes = await without({ bytes: async () => null });
  expect((await read(url, noBytes)).status).toBe(200);
  expect((await read(path, noBytes)).status).toBe(404);
  await noBytes.close();
});

it('a generated picture is part of the shared reply', async () => {
  const { url } = await share(await talk('A lighthouse', { selectedTool: 'image' }));
  const [, reply] = shown(await read(url)).messages;
  expect((await read(String(reply?.imageUrl))).headers.get('Content-Type')).toMatch(/^image\//);
});

it('a conversation that is being written is shared up to its last finished reply', async () => {
  const conversationId = await talk('[[echo]] finished');
  const running = await server.send(token, { conversationId, text: '[[stall]]' });
  await running.generationId();
  const { url, messageCount } = await share(conversationId);
  expect(messageCount).toBe(2);
  await server.stop(token, running);
  expect(shown(await read(url)).messages).toHaveLength(2);
  const first = randomUUID();
  const only = await server.send(token, { conversationId: first, text: '[[stall]]' });
  await only.generationId();
  const refused = await server.call('POST', '/api/shares', token, { id: randomUUID(), conversationId: first });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'There’s nothing to share yet. Wait for the first reply.',
  ]);
  await server.stop(token, only);
});

it('the same id makes one share, a hundred are the most, and others cannot touch them', async () => {
  const by = await server.signUp();
  const conversationId = await talk(undefined, {}, by);
  const id = randomUUID();
  const make = (shareId = randomUUID()) => server.call('POST', '/api/shares', by, { id: shareId, conversationId });
  const [one, same] = [await make(id), await make(id)];
  expect(same.body.share).toEqual(one.body.share);
  for (let count = 1; count < 100; count++) expect((await make()).status).toBe(200);
  const refused = await make();
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'You can have at most 100 shared links. Revoke some in Settings first.',
  ]);
  expect((await server.call('GET', '/api/shares', by)).body.shares).toHaveLength(100);
  expect((await server.call('GET', '/api/shares', token)).body.shares).not.toContainEqual(one.body.share);
  for (const [method, body] of [['PUT', {}], ['DELETE']] as const)
    expect((await server.call(method, `/api/shares/${id}`, token, body)).status).toBe(404);
  const stolen = await server.call('POST', '/api/shares', token, { id: randomUUID(), conversationId });
  expect(stolen.status).toBe(404);
  expect((await server.call('POST', '/api/shares', undefined, {})).status).toBe(401);
});

it('a reader copies the conversation with its files into an account, once until it is updated', async () => {
  const text = await server.upload(token, 'notes.txt', 'text/plain', 'The plan is tea.');
  const conversationId = await talk('[[echo]] plan', { attachmentIds: [(text.body.file as { id: string }).id] });
  await talk('A lighthouse', { conversationId, selectedTool: 'image' });
  const { url, id } = await share(conversationId, { hasAttachments: true });
  const reader = await server.signUp();
  const copy = () => server.call('POST', '/api/shares/copies', reader, { token: tokenIn(url) });
  const { body } = await copy();
  expect((await copy()).body).toEqual(body);
  const copied = String(body.conversationId);
  const messages = await server.messages(reader, copied);
  const original = await server.messages(token, conversationId);
  expect(messages.map((message) => message.text)).toEqual(original.map((message) => message.text));
  const [file] = messages[0]?.attachments ?? [];
  expect(file?.id).not.toBe(original[0]?.attachments?.[0]?.id);
  const read = await server.call('GET', `/api/files/${file?.id}/text`, reader);
  expect(read.body.text).toContain('The plan is tea.');
  // The copy is the reader's: it stays when the link is revoked, and it can be continued.
  await server.call('DELETE', `/api/shares/${id}`, token);
  await (await server.send(reader, { conversationId: copied, text: '[[echo]] go on' })).all();
  expect(await server.messages(reader, copied)).toHaveLength(messages.length + 2);
  expect((await copy()).status).toBe(404);
  await server.call('DELETE', `/api/chat/${copied}`, reader);
});

it('a copy reads the shared conversation once', async () => {
  let reads = 0;
  const tree: typeof server.storage.conversations.tree = (...args) => {
    reads += 1;
    return server.storage.conversations.tree(...args);
  };
  const storage = { ...server.storage, conversations: { ...server.storage.conversations, tree }, async close() {} };
  const own = await startTestServer({ sandbox: server.sandbox, storage });
  onTestFinished(() => own.close());
  const { url } = await share(await talk());
  const reader = await server.signUp();
  const { status } = await own.call('POST', '/api/shares/copies', reader, { token: tokenIn(url) });
  expect([status, reads]).toEqual([200, 1]);
});

it('a copy counts as text of the reader, who makes none beyond the daily limit', async () => {
  const strict = await startTestServer({ rateLimits: { textBytes: 1000 } });
  onTestFinished(() => strict.close());
  const [owner, reader] = [await strict.signUp(), await strict.signUp()];
  const copies: number[] = [];
  for (let count = 0; count < 2; count++) {
    const conversationId = randomUUID();
    await (await strict.send(owner, { conversationId, text: `[[fast]] ${'ひ'.repeat(100)}` })).all();
    const { body } = await strict.call('POST', '/api/shares', owner, { id: randomUUID(), conversationId });
    const link = tokenIn(String((body.share as { url: string }).url));
    copies.push((await strict.call('POST', '/api/shares/copies', reader, { token: link })).status);
  }
  expect(copies).toEqual([200, 429]);
});

it('a reader who deleted a copy gets a new one', async () => {
  const { url } = await share(await talk());
  const reader = await server.signUp();
  const copy = async () =>
    String((await server.call('POST', '/api/shares/copies', reader, { token: tokenIn(url) })).body.conversationId);
  const first = await copy();
  await server.call('DELETE', `/api/chat/${first}`, reader);
  const second = await copy();
  expect(second).not.toBe(first);
  expect(await server.messages(reader, second)).toHaveLength(2);
});

it('only the operator counts shared pages and takes them down', async () => {
  const { url } = await share(await talk());
  const count = async () => (await server.call('GET', '/api/admin/figures', admin)).body.shares;
  const before = Number(await count());
  const take = (by: string, address = url) => server.call('POST', '/api/admin/take-down', by, { url: address });
  expect((await take(token)).status).toBe(403);
  expect((await read(url)).status).toBe(200);
  expect((await take(admin, `${url}?utm=1#top`)).status).toBe(200);
  expect((await read(url)).status).toBe(404);
  expect(await count()).toBe(before - 1);
  for (const address of [url, 'https://example.com/', 'x']) expect((await take(admin, address)).status).toBe(404);
});

it('readers report a page, and only the operator sees how often and why, dismisses it or takes the page down', async () => {
  const [harmless, bad] = [await share(await talk('[[echo]] tulips')), await share(await talk('[[echo]] tulips'))];
  const report = (url: string | null, reason: string) =>
    server.call('POST', '/api/shares/reports', undefined, { token: tokenIn(url), reason });
  const list = async () => {
    const { body } = await server.call('GET', '/api/admin/reports', admin);
    return body.reports as ReportedPage[];
  };
  for (const reason of ['privacy', 'scam', 'scam']) expect((await report(bad.url, reason)).status).toBe(200);
  // Reports of the same millisecond have no order.
  const reportedAt = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(reportedAt);
  expect((await report(harmless.url, 'other')).status).toBe(200);
  expect((await report(harmless.url, 'boring')).status).toBe(400);
  expect((await report('https://parley.example.com/share/guessed', 'other')).status).toBe(404);

  const [first, second] = await list();
  expect([first?.url, second?.url]).toEqual([harmless.url, bad.url]);
  expect(second?.reasons).toEqual([
    { reason: 'scam', count: 2 },
    { reason: 'privacy', count: 1 },
  ]);
  expect(JSON.stringify(await list())).not.toContain('tulips');
  const path = (page: ReportedPage | undefined) => `/api/admin/reports/${page?.id}`;
  for (const [method, address] of [
    ['GET', '/api/admin/reports'],
    ['DELETE', path(first)],
    ['POST', `${path(first)}/take-down`],
  ] as const)
    expect((await server.call(method, address, token)).status).toBe(403);

  expect((await server.call('DELETE', path(first), admin)).status).toBe(200);
  expect((await server.call('POST', `${path(second)}/take-down`, admin)).status).toBe(200);
  expect(await list()).toEqual([]);
  expect([(await read(harmless.url)).status, (await read(bad.url)).status]).toEqual([200, 404]);
  for (const [method, address] of [
    ['DELETE', path(second)],
    ['POST', `${path(second)}/take-down`],
  ] as const)
    expect(await server.call(method, address, admin)).toMatchObject({
      status: 404,
      body: { message: 'This page was taken down, or its reports were dismissed. Look at the list again.' },
    });
  // Neither the owner's list nor the page says anything about reports.
  const { body } = await server.call('GET', '/api/shares', token);
  expect(JSON.stringify(body)).not.toMatch(/report/i);
});

it('one address can report only so often, and still reads pages', async () => {
  const own = await startTestServer({ webRoot: folder, rateLimits: { reports: 2 } });
  const report = () => own.call('POST', '/api/shares/reports', undefined, { token: 'guess', reason: 'other' });
  const statuses: number[] = [];
  for (let count = 0; count < 3; count++) statuses.push((await report()).status);
  expect(statuses).toEqual([404, 404, 429]);
  expect((await read('/share/guess', own)).status).toBe(404);
  await own.close();
});

it('no log has the token of a shared page', async () => {
  const { url } = await share(await talk());
  await read(url);
  await read(`${url}/some-file`);
  const lines = written.join('');
  expect(lines).toContain('/share/{token}');
  expect(lines).not.toContain(tokenIn(url));
});

it('a flood of requests for shared pages is refused, and others go on', async () => {
  const own = await startTestServer({ webRoot: folder, rateLimits: { sharedPages: 3 } });
  const statuses: number[] = [];
  for (let count = 0; count < 5; count++) statuses.push((await read('/share/guess', own)).status);
  expect(statuses).toEqual([404, 404, 404, 429, 429]);
  expect((await own.call('GET', '/api/settings')).status).toBe(200);
  await own.close();
});

it('a server with shares turned off has neither routes nor pages', async () => {
  const own = await startTestServer({ webRoot: folder, makesShareLinks: false });
  const by = await own.signUp();
  expect((await own.call('GET', '/api/settings')).body.settings).toMatchObject({ makesShareLinks: false });
  expect((await own.call('GET', '/api/shares', by)).status).toBe(404);
  expect((await read('/share/x', own)).status).toBe(404);
  await own.close();
});

it('a page that cannot be rendered is an error, and the next one is rendered', async () => {
  const own = mkdtempSync(join(tmpdir(), 'parley-share-'));
  mkdirSync(join(own, '.share'));
  const faulty = `export const renderSharedPage = async (shared) => {
    if (shared?.title === 'die') process.exit(1);
    if (shared) throw new Error('no');
    return { html: 'missing', styles: '', script: '' };
  };`;
  writeFileSync(join(own, RENDERER_FILE), faulty);
  const faultyServer = await startTestServer({ webRoot: own });
  const by = await faultyServer.signUp();
  const conversationId = randomUUID();
  await (await faultyServer.send(by, { conversationId, text: '[[echo]] hi' })).all();
  for (const title of ['die', 'throw']) {
    await faultyServer.call('PATCH', `/api/chat/${conversationId}`, by, { title });
    const { body } = await faultyServer.call('POST', '/api/shares', by, { id: randomUUID(), conversationId });
    expect((await read((body.share as Share).url, faultyServer)).status).toBe(500);
  }
  expect((await read('/share/x', faultyServer)).text).toBe('missing');
  await faultyServer.close();
  rmSync(own, { recursive: true });
});
