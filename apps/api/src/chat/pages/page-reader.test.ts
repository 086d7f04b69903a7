import { startSandbox, type Sandbox } from '@parley/sandbox';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isPublicAddress, publicLookup } from '../../outgoing/public-address.ts';
import { drawText, ENCRYPTED, makePdf } from '../../files/testing/make-pdf.ts';
import { holdTimeout } from '../../testing/hold-timeout.ts';
import { serve } from '../model/testing.ts';
import { openPageReader } from './page-reader.ts';

const NEVER = new AbortController().signal;
const ANYONE = { user: 'a', signal: NEVER };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ faults: true });
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

const reader = (options = {}) => openPageReader({ sandbox: sandbox.urls.pages, ...options });
const read = (path: string, signal = NEVER) => reader().read(sandbox.urls.pages + path, { user: 'a', signal });
const asked = () => sandbox.log().filter(({ kind }) => kind === 'page').length;

test('reads the title and the words of a page, without scripts, styles and navigation', async () => {
  expect(await read('article')).toEqual({
    url: `${sandbox.urls.pages}article`,
    title: 'Tides of the Wadden Sea',
    text: 'Tides\nThe tide rises by about 3.4 meters twice a day.\nEbb\nFlood',
  });
});

test('reads a page that stands in a form as a whole, and leaves out the titles of its icons', async () => {
  const icon = '<svg><title>Menu</title></svg>';
  const body = `<form>${icon}<h1>Fees</h1><p>A passport costs 70 euros.</p><button>Search</button></form>`;
  const html = `<title>Passports</title>${body}`;
  const site = await serve((_asked, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(html));
  onTestFinished(() => site.close());
  const page = await reader({ sandbox: site.baseUrl }).read(site.baseUrl, ANYONE);
  expect(page).toMatchObject({ title: 'Passports', text: 'Fees\nA passport costs 70 euros.' });
});

test('reads the header of an article, which has its date, and not the header of the site', async () => {
  const article = '<header><h1>Fees</h1><p>May 3, 2026</p></header><p>A passport costs 70 euros.</p>';
  const html = `<header>Menu</header><main><article>${article}</article></main><header>Menu</header><footer>Imprint</footer>`;
  expect(await readBytes(Buffer.from(html), 'text/html')).toBe('Fees\nMay 3, 2026\nA passport costs 70 euros.');
});

/** Reads a page of these bytes and this type. */
async function readBytes(bytes: Buffer, type: string) {
  const site = await serve((_asked, response) => response.writeHead(200, { 'content-type': type }).end(bytes));
  onTestFinished(() => site.close());
  return (await reader({ sandbox: site.baseUrl }).read(site.baseUrl, ANYONE)).text;
}

const RUSSIAN = 'Паспорт стоит семьдесят рублей и выдаётся за месяц.';
const cyrillic = (text: string) =>
  Buffer.from(
    [...text].map((letter) => {
      const code = letter.charCodeAt(0);
      return letter === 'ё' ? 0xb8 : code < 0x80 ? code : code - 0x350;
    }),
  );

test.each([
  ['a byte order mark of UTF-16', Buffer.from(`\ufeff<p>${RUSSIAN}`, 'utf16le'), 'text/html'],
  ['a byte order mark against its header', Buffer.from(`\ufeff<p>${RUSSIAN}`), 'text/html; charset=iso-8859-1'],
  ['a page that names UTF-16 in ASCII', Buffer.from(`<meta charset="utf-16"><p>${RUSSIAN}`), 'text/html'],
  ['a page that names no encoding', cyrillic(`<p>${RUSSIAN}`), 'text/html'],
  ['a text that names no encoding', cyrillic(RUSSIAN), 'text/plain'],
  ['a header with spaces', cyrillic(`<p>${RUSSIAN}`), 'text/html; charset = "windows-1251"'],
])('reads %s', async (_name, bytes, type) => {
  expect(await readBytes(bytes, type)).toBe(RUSSIAN);
});

test('reads a text that speaks of an encoding, and one that is cut inside a character, as UTF-8', async () => {
  expect(await readBytes(Buffer.from('Über <meta charset="iso-8859-1">'), 'text/plain')).toMatch(/^Über/);
  expect(await readBytes(Buffer.from('ä'.repeat(1_600_000) + 'x'), 'text/plain')).toMatch(/^ä+$/);
});

test.each(['application/pdf', 'application/pdf;charset=UTF-8', 'application/octet-stream'])(
  'reads a PDF that is sent as %s',
  async (type) => {
    expect(await readBytes(makePdf({ content: drawText('Fees', 'A passport costs 70 euros.') }), type)).toBe(
      '[page 1]\nFees\nA passport costs 70 euros.',
    );
  },
);

test('reads a PDF that is larger than any page', async () => {
  const bytes = Buffer.concat([makePdf(), Buffer.alloc(4 * 1024 * 1024, '\n%')]);
  expect(await readBytes(bytes, 'application/pdf')).toContain('Hello Mira');
});

test.each([
  ['that needs a password', makePdf({ trailer: ENCRYPTED }), 'The page is a PDF that cannot be read.'],
  ['of pictures only', makePdf({ content: Buffer.from('0 0 50 50 re f') }), 'The page has no text.'],
])('says what is wrong with a PDF %s', async (_what, bytes, message) => {
  await expect(readBytes(bytes, 'application/pdf')).rejects.toMatchObject({ name: 'AppError', message });
});

test('reads a feed', async () => {
  const feed = '<rss><title>News</title></rss>';
  for (const type of ['application/rss+xml', 'application/atom+xml; charset=utf-8', 'application/xml']) {
    expect(await readBytes(Buffer.from(feed), type)).toBe(feed);
  }
});

test('reads an address that offers JSON only', async () => {
  const site = await serve((_asked, response, { headers: { accept = '' } }) => {
    const isAccepted = accept.includes('*/*');
    response.writeHead(isAccepted ? 200 : 406, { 'content-type': 'application/json' }).end('{"fee":70}');
  });
  onTestFinished(() => site.close());
  expect(await reader({ sandbox: site.baseUrl }).read(site.baseUrl, ANYONE)).toMatchObject({ text: '{"fee":70}' });
});

test.each([
  ['in UTF-8', Buffer.from('/v1/straße')],
  ['in Latin-1', Buffer.from('/v1/stra\u00dfe', 'latin1')],
])('follows a redirect whose address is written %s', async (_name, location) => {
  const site = await serve(({ path }, response) => {
    if (path === '/v1/stra%C3%9Fe') response.writeHead(200, { 'content-type': 'text/plain' }).end('Found.');
    else response.writeHead(path === '/v1' ? 302 : 404, { location: location.toString('latin1') }).end();
  });
  onTestFinished(() => site.close());
  expect(await reader({ sandbox: site.baseUrl }).read(site.baseUrl, ANYONE)).toMatchObject({ text: 'Found.' });
});

test.each([
  '127.0.0.1',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '0x7f.1',
  '2130706433',
  '10.0.0.1',
  '169.254.169.254',
  '0.0.0.0',
  '[fd00::1]',
  '100.64.0.1',
  '[::127.0.0.1]',
  '[4000::1]',
  '[64:ff9b::7f00:1]',
  '127.1.',
  '168.63.129.16',
])('refuses http://%s and names the host in the log', async (host) => {
  const warn = vi.fn<(fields: object, message: string) => void>();
  const pages = openPageReader({ log: { warn } });
  await expect(pages.read(`http://${host}:${sandbox.port}/pages/article`, ANYONE)).rejects.toMatchObject({
    code: 'forbidden',
    message: 'This address is not on the public web, so it is not read.',
  });
  expect(warn).toHaveBeenCalledWith(
    { host: expect.stringContaining(String(sandbox.port)), problem: expect.any(String) },
    expect.any(String),
  );
  expect(asked()).toBe(0);
});

test('refuses a name that resolves to a private address, and one of several such addresses', async () => {
  const addresses = [
    { address: '8.8.8.8', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  const pages = openPageReader({ resolve: (_name, _options, done) => done(null, addresses) });
  await expect(pages.read('http://rebound.example/', ANYONE)).rejects.toMatchObject({ code: 'forbidden' });
});

test('connects to the very address that was checked: a name is resolved once for each connection', async () => {
  let answers = 0;
  const lookup = publicLookup((_name, _options, done) => {
    answers++;
    done(null, [{ address: answers === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }]);
  });
  const connected = await new Promise((resolve) =>
    lookup('changing.example', {}, (_error, address) => resolve(address)),
  );
  expect(connected).toBe('8.8.8.8');
  const next = await new Promise((resolve) => lookup('changing.example', {}, (error) => resolve(error)));
  expect(next).toMatchObject({ code: 'ERR_NOT_PUBLIC' });
});

test('refuses a redirect into the private network, also behind other redirects', async () => {
  const away = `http://127.0.0.1:${sandbox.port}/__sandbox/log`;
  const to = (address: string) => `${sandbox.urls.pages}redirect?to=${encodeURIComponent(address)}`;
  for (const address of [to(away), to(to(to(away))), to('file:///etc/passwd'), to('ftp://example.com/')]) {
    await expect(reader().read(address, ANYONE)).rejects.toMatchObject({ code: 'forbidden' });
  }
  expect(await reader().read(to(`${sandbox.urls.pages}article`), ANYONE)).toMatchObject({
    url: `${sandbox.urls.pages}article`,
  });
});

test('sends no cookies, also after a page has set one', async () => {
  const { text } = await reader().read(`${sandbox.urls.pages}redirect?to=cookies`, ANYONE);
  expect(text).toBe('Cookies: none.');
});

test('reads the beginning of a page of 3 MB without a space, and of one without an end', async () => {
  expect((await read('wall')).text).toMatch(/^x{99000}/);
  expect((await read('endless')).text).toMatch(/^Endless words/);
  await vi.waitFor(() => expect(sandbox.log().at(-1)).toMatchObject({ closed: true }));
});

test.each([
  ['missing', 'The page answered with status 404.'],
  ['binary', 'The page has no text.'],
  ['empty', 'The page has no text.'],
])('says what is wrong with %s', async (path, message) => {
  await expect(read(path)).rejects.toMatchObject({ name: 'AppError', message });
});

test('gives up on a page that keeps a parser busy', async () => {
  const outcome = await read('nested').then(
    ({ text }) => text,
    (error: Error) => error.message,
  );
  expect(outcome).toMatch(/deep|too long|too much memory/);
});

test('closes the socket of a silent page in time, and at once when its reply is stopped', async () => {
  const wholeMs = 54_321;
  const timeOut = holdTimeout(wholeMs);
  const late = reader({ wholeMs }).read(`${sandbox.urls.pages}stall`, ANYONE);
  const failure = late.catch((error: unknown) => error);
  await vi.waitFor(() => expect(asked()).toBe(1));
  timeOut();
  expect(await failure).toMatchObject({ message: 'The page did not answer in time.' });
  const stop = new AbortController();
  const reading = read('stall', stop.signal);
  await vi.waitFor(() => expect(asked()).toBe(2));
  stop.abort();
  await expect(reading).rejects.toThrow('aborted');
  await vi.waitFor(() => expect(sandbox.log().every(({ closed }) => closed)).toBe(true));
});

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['192.168.1.1', false],
  ['172.16.0.1', false],
  ['198.18.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['fe80::1', false],
  ['::ffff:8.8.8.8', true],
  ['255.255.255.255', false],
  ['words', false],
])('%s is public: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));
