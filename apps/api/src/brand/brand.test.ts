import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { pino, type Logger } from 'pino';
import type { BrandChanges } from '@parley/core';
import { RENDERER_FILE } from '../shares/renderer-file.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import type { BrandRecord, BrandStore } from '../storage/storage.ts';
import { readBrand, type FileBrand } from './read-brand.ts';
import { brandFolder, png } from './testing/brand-folder.ts';
import { watchBrand } from './watch-brand.ts';
import { Brand } from './brand.ts';
import { ownProcess } from '../cluster/own-process.ts';

const ADMIN = 'admin@example.com';
const PAGE =
  '<head><title>Parley</title><meta name="parley" content=\'{}\' /><meta name="description" content="x" />' +
  '<meta name="theme-color" content="#fdfcfa" media="(prefers-color-scheme: light)" />' +
  '<link rel="apple-touch-icon" href="/apple-touch-icon.png" /></head><body><div id="root"></div></body>';
const BRAND = {
  name: 'Harbor',
  logo: 'logo.svg',
  favicon: 'icon.png',
  sharePicture: 'icon.png',
  colors: { light: { accent: '#0b6b57', surface: '#fbfdfc' } },
  welcome: 'Where to?',
  landing: { title: 'Answers </script> "here"', picture: { file: 'logo.svg', alt: 'A harbor' } },
  mails: {
    verifyAddress: { subject: 'Aboard <b>{{product}}</b>', body: ['Hi <script>', '{{button}}', 'Ask {{site}}.'] },
  },
};

let own: ReturnType<typeof brandFolder>;
let web: string;
let file: FileBrand;
let server: TestServer;
beforeAll(async () => {
  own = brandFolder();
  own.write('icon.png', png(64));
  file = readOwn(BRAND);
  web = mkdtempSync(join(tmpdir(), 'parley-web-'));
  writeFileSync(join(web, 'index.html'), PAGE);
  writeFileSync(join(web, 'favicon.svg'), '<svg/>');
  writeFileSync(join(web, 'icon-192.png'), 'png');
  writeFileSync(join(web, 'manifest.webmanifest'), '{"name":"Parley","icons":[{"src":"/icon-192.png"}]}');
  mkdirSync(join(web, dirname(RENDERER_FILE)));
  writeFileSync(
    join(web, RENDERER_FILE),
    "export const renderSharedPage = async (_, settings) => ({ html: JSON.stringify(settings), styles: '', script: '' });",
  );
  const documents = { terms: '2026-12' };
  server = await startTestServer({
    brand: { file, documents },
    webRoot: web,
    adminEmails: [ADMIN],
    emailsVerifiedAtOnce: true,
  });
});
afterAll(async () => {
  await server.close();
  own.remove();
  rmSync(web, { recursive: true });
});

function readOwn(brand: object): FileBrand {
  own.writeBrand(brand);
  const problems: string[] = [];
  const read = readBrand(own.folder, '/', problems);
  expect(problems).toEqual([]);
  if (!read) throw new Error('No brand.');
  return read;
}

const get = (path: string) => fetch(`${server.url}${path}`);

it('a page has the colors and the logo before its first paint, and its policy allows just them', async () => {
  const response = await get('/');
  const page = await response.text();
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? [];
  expect(style).toContain(':root{--color-accent:#0b6b57;');
  expect(style).toContain('[data-logo]{content:url("/brand/logo?v=');
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(style))).toString('base64');
  expect(response.headers.get('content-security-policy')).toContain(`style-src 'self' 'sha256-${hash}'`);
  expect(page).toContain('name="theme-color" content="#fbfdfc"');
  expect(page).toContain('<link rel="preload" as="image" href="/brand/logo?v=');
  expect(page).not.toContain('apple-touch-icon');
  expect(page).not.toContain('</script>');
  expect(page).toContain('Where to?');
});

it('the pictures come with a policy under which they run nothing', async () => {
  const [, address = ''] = /(\/brand\/logo\?v=[\w-]+)/.exec(await (await get('/')).text()) ?? [];
  const logo = await get(address);
  expect(logo.status).toBe(200);
  expect(Object.fromEntries(logo.headers)).toMatchObject({
    'content-type': expect.stringContaining('image/svg+xml'),
    'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
    'cache-control': expect.stringContaining('immutable'),
    'x-content-type-options': 'nosniff',
  });
  expect((await get('/brand/logo?v=older')).headers.get('cache-control')).toBe('no-cache');
  for (const path of ['/brand/none', '/brand/__proto__', '/brand/brand.json', '/brand/..%2fbrand.json']) {
    expect((await get(path)).headers.get('content-type'), path).not.toContain('json');
  }
  const favicon = await get('/favicon.svg');
  expect(await favicon.text()).toContain('data:image/png;base64,');
  expect((await get('/icon-192.png')).status).toBe(404);
  expect(await (await get('/manifest.webmanifest')).json()).toMatchObject({
    theme_color: '#fbfdfc',
    icons: [{ src: '/favicon.svg' }],
  });
});

it('a shared page has the look of the brand, too', async () => {
  expect(await (await get('/share/unknown')).json()).toMatchObject({
    styles: expect.stringContaining(':root{--color-accent:#0b6b57;'),
    surfaces: { light: '#fbfdfc', dark: '#1a1917' },
    picture: { path: expect.stringMatching(/^\/brand\/share\?v=/), width: 64, height: 64 },
  });
});

it('no message is sent before the terms are accepted, while reading and the export work', async () => {
  const token = await server.signUp();
  const send = () => server.call('POST', '/api/chat/stream', token, message());
  const refused = await send();
  expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(refused.body.message).toBe('Accept the terms first. Reload the page to read them.');
  expect((await server.call('GET', '/api/chat/history', token)).status).toBe(200);
  expect((await server.call('GET', '/api/account/acceptances', token)).body).toEqual({
    success: true,
    accepted: [],
    missing: [{ document: 'terms', version: '2026-12' }],
  });
  const accept = (version: string) =>
    server.call('POST', '/api/account/acceptances', token, { documents: [{ document: 'terms', version }] });
  expect((await accept('2025-01')).status).toBe(409);
  expect((await send()).status).toBe(403);
  expect((await accept('2026-12')).body).toMatchObject({ missing: [], accepted: [{ document: 'terms' }] });
  expect((await (await server.send(token, message())).all()).at(-1)).toMatchObject({ event: { type: 'done' } });
});

const message = () => ({
  conversationId: crypto.randomUUID(),
  clientMessageId: crypto.randomUUID(),
  text: 'Hi [[fast]]',
});

it.each([
  [{}, 400],
  [{ documents: [] }, 400],
  [{ documents: [{ document: 'cookies', version: '1' }] }, 400],
  [{ documents: [{ document: 'privacy', version: '1' }] }, 409],
  [{ documents: 'terms' }, 400],
])('the acceptance %o is refused', async (body, status) => {
  const token = await server.signUp();
  expect((await server.call('POST', '/api/account/acceptances', token, body)).status).toBe(status);
});

it('an admin changes the look at once, for everyone, and no one else can', async () => {
  const token = await server.signUp(ADMIN);
  const read = await server.call('GET', '/api/admin/brand', token);
  expect(read.body).toMatchObject({ changes: {}, file: { welcome: 'Where to?' }, revision: 0 });
  const banner = { text: 'Down for <b>repairs</b>', from: '2026-12-01T22:00:00Z', until: '2026-12-02T02:00:00Z' };
  const changes = { welcome: 'Ahoy!', banner };
  const put = (body: object) => server.call('PUT', '/api/admin/brand', token, body);
  expect((await put({ changes, revision: 0 })).status).toBe(200);
  expect((await put({ changes: {}, revision: 0 })).status).toBe(409);
  expect((await server.call('GET', '/api/brand')).body).toMatchObject({ brand: changes });
  expect((await server.call('GET', '/api/settings')).body).toMatchObject({ settings: { brand: changes } });
  expect(await (await get('/')).text()).toContain('Ahoy!');
  const other = await server.signUp();
  expect((await server.call('GET', '/api/admin/brand', other)).status).toBe(403);
  expect((await server.call('PUT', '/api/admin/brand', other, { changes: {}, revision: 1 })).status).toBe(403);
});

it.each<[object, RegExp]>([
  [{ welcome: 'w'.repeat(81) }, /must have at most 80 characters/],
  [{ banner: { text: 'b'.repeat(301) } }, /must have at most 300 characters/],
  [{ banner: { text: 'x', from: '2026-12-02T00:00:00Z', until: '2026-12-01T00:00:00Z' } }, /must be later than from/],
  [{ colors: { light: { accent: 'red' } } }, /must be a color of six hexadecimal digits/],
  [{ colors: { light: { accent: '#ffee00' } } }, /^The light accent lacks contrast: .*:1, and needs .*; try #/],
  [{ prompts: [{ mode: 'nope', text: 'x' }] }, /prompts/],
])('the change %o is refused with a reason', async (changes, reason) => {
  const token = await login(ADMIN);
  const { status, body } = await server.call('PUT', '/api/admin/brand', token, { changes, revision: 1 });
  expect(status).toBe(400);
  expect(body.message).toMatch(reason);
});

it('a mail has the operator’s text as plain text, with its link', async () => {
  const { accountMails } = await import('../mail/account-mails.ts');
  const { mailBrand } = await import('./mail-brand.ts');
  const look = { colors: BRAND.colors, file, texts: undefined, styles: '', revision: '' };
  const mails = accountMails({
    productName: 'Harbor',
    publicUrl: () => 'https://h.example',
    brand: mailBrand({ look }),
  });
  const mail = mails.verifyAddress('ada@example.com', 'token');
  expect(mail.subject).toBe('Aboard <b>Harbor</b>');
  expect(mail.text).toContain(
    'Hi <script>\n\nConfirm my email:\nhttps://h.example/verify-email#token\n\nAsk h.example.',
  );
  expect(mail.html).toContain('Hi &lt;script&gt;');
  expect(mail.html).not.toMatch(/<script|<b>/);
  expect(mail.html).toContain('background:#0b6b57');
});

it('a change of the folder counts at once, and a folder with a mistake leaves everything as it was', async () => {
  const warnings: string[] = [];
  const logger: Logger = pino({ level: 'info' }, { write: (line) => void warnings.push(line) });
  const brand = brandOf(readOwn(BRAND), logger);
  const stop = watchBrand(brand, own.folder, '/', logger, 5);
  own.writeBrand({ ...BRAND, welcome: 'Whereto?' });
  await vi.waitUntil(() => brand.look.texts?.welcome === 'Whereto?');
  own.writeBrand({ ...BRAND, welcome: '' });
  await vi.waitUntil(() => warnings.some((line) => line.includes('The brand stays as it was')));
  expect(brand.look.texts?.welcome).toBe('Whereto?');
  stop();
});

it('processes with different folders are noticed', () => {
  const warnings: string[] = [];
  const logger: Logger = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
  const cluster = ownProcess();
  const first = brandOf(readOwn(BRAND), logger, cluster);
  const second = brandOf(readOwn({ ...BRAND, name: 'Port' }), logger, cluster);
  first.announce();
  expect(warnings.join()).toContain('another process has another brand');
  expect(second.look.revision).not.toBe(first.look.revision);
});

it('an accent of /admin leaves the other colors of the file, and is judged beside them', async () => {
  const colors = { light: { accent: '#0b6b57', sunken: '#ebebeb' }, dark: { accent: '#7fd1bb' } };
  const store = { ...NO_CHANGES, find: vi.fn<BrandStore['find']>(async () => null) };
  const brand = brandOf(readOwn({ ...BRAND, colors }), pino({ level: 'silent' }), ownProcess(), store);
  const gray = { colors: { light: { accent: '#6d6d6d' } } };
  await expect(brand.change(gray, 0)).rejects.toMatchObject({ message: expect.stringContaining('sunken (#ebebeb)') });

  store.find.mockResolvedValue(stored({ colors: { light: { accent: '#7a1f5c' } } }));
  await brand.load();
  expect(brand.look.colors).toEqual({ light: { accent: '#7a1f5c', sunken: '#ebebeb' }, dark: { accent: '#7fd1bb' } });
});

it('an accent of /admin is left out once the file leaves it too little contrast', async () => {
  const warnings: string[] = [];
  const logger: Logger = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
  const store = { ...NO_CHANGES, find: async () => stored({ colors: { light: { accent: '#6d6d6d' } } }) };
  const brand = brandOf(readOwn({ name: 'Harbor' }), logger, ownProcess(), store);
  await brand.load();
  expect(brand.look.colors).toEqual({ light: { accent: '#6d6d6d' } });
  brand.use(readOwn({ name: 'Harbor', colors: { light: { sunken: '#ebebeb' } } }));
  expect(brand.look.colors).toEqual({ light: { sunken: '#ebebeb' } });
  expect(warnings.join()).toContain('the colors of /admin are left out: colors.light.accent lacks contrast');
});

const stored = (changes: BrandChanges): BrandRecord => ({
  id: 'brand',
  value: JSON.stringify(changes),
  revision: 1,
  changedAt: 0,
});

const NO_CHANGES: BrandStore = { find: async () => null, save: async () => true };

function brandOf(read: FileBrand, logger: Logger, cluster = ownProcess(), store = NO_CHANGES): Brand {
  const rest = { apiUrl: () => 'https://h.example', onChange: () => {}, now: Date.now };
  return new Brand({ file: read, documents: {}, store, cluster, logger, ...rest });
}

async function login(email: string): Promise<string> {
  const { body } = await server.call('POST', '/api/auth/login', undefined, { email, password: 'tangerine' });
  return body.token as string;
}
