import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAGES, PREVIEW_PATH } from '@parley/core';
import { TEST_SETTINGS } from '@parley/core/test-settings';
import { TEST_CONTENT } from '../../testing/test-content.ts';
import { webClient } from './web-client.ts';

const publicUrl = () => 'https://chat.example.com';
const SCRIPT = 'console.log("hello")';

let folder: string;
let server: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), builtPage({}));
  for (const name of ['a-1.js', 'b-2.js']) {
    writeFileSync(join(folder, 'assets', name), SCRIPT);
    writeFileSync(join(folder, 'assets', `${name}.br`), brotliCompressSync(SCRIPT));
  }
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'manifest.webmanifest'), '{"id":"/","name":"Parley","short_name":"Parley"}');
  const settings = { ...TEST_SETTINGS, productName: `"Tom's" <Chat>` };
  const content = { ...TEST_CONTENT, terms: { ...TEST_CONTENT.terms, description: '' } };
  server = createServer(express().use(webClient(folder, settings, content, publicUrl)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

function builtPage(drawnFor: object): string {
  return `<title>Parley</title><meta name="parley" content='${JSON.stringify(drawnFor)}' /><meta name="description" content="x" /></head><script src="/assets/a-1.js"></script><template id="landing"><p>Drawn</p></template><template id="shell-open-empty"><p>Shell</p></template>`;
}

/** Requests exactly this path, which `fetch` would normalize. */
function get(path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers, agent: false }, resolve).on('error', reject).end();
  });
}

it.each(['/', '/index.html', '/c/some-conversation', '/landing/', '/admin'])(
  '%s serves the page with the product’s settings',
  async (path) => {
    const response = await get(path);
    const page = await text(response);
    expect(response.headers['cache-control']).toBe('no-cache');
    expect(page).toContain('<title>AI chat assistant · &quot;Tom&#39;s&quot; &lt;Chat&gt;</title>');
    expect(page).toContain(
      'content="{&quot;productName&quot;:&quot;\\&quot;Tom&#39;s\\&quot; &lt;Chat&gt;&quot;,&quot;messagesLimit&quot;:10',
    );
  },
);

it('a landing page and a shell prerendered with another name are removed', async () => {
  const page = await text(await get('/'));
  expect(page).not.toContain('Drawn');
  expect(page).not.toContain('Shell');
});

it('a landing page prerendered with the same settings is kept, except at a public page’s path', async () => {
  const drawn = join(folder, 'drawn');
  mkdirSync(drawn);
  writeFileSync(join(drawn, 'index.html'), builtPage(TEST_SETTINGS));
  const own = createServer(express().use(webClient(drawn, TEST_SETTINGS, TEST_CONTENT, publicUrl)));
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
  const { port } = own.address() as AddressInfo;
  const page = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  expect(await page('/')).toContain('<p>Drawn</p>');
  expect(await page('/no/such/page')).toContain('<p>Drawn</p>');
  for (const { path, access, title } of PAGES) {
    if (access !== 'everyone') continue;
    const html = await page(path);
    expect(html, path).not.toContain('Drawn');
    expect(html, path).not.toContain('Shell');
    if (title !== null) expect(html, path).toContain(`<title>${title} · Parley</title>`);
  }
  own.close();
});

it.each(['searchesWeb', 'drawsPictures', 'takesPayments'] as const)(
  'a server without %s does not send the prerendered landing page, which advertises it',
  async (name) => {
    const own = join(folder, name);
    mkdirSync(own);
    writeFileSync(join(own, 'index.html'), builtPage(TEST_SETTINGS));
    const app = createServer(
      express().use(webClient(own, { ...TEST_SETTINGS, [name]: false }, TEST_CONTENT, publicUrl)),
    );
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    const page = await (await fetch(`http://127.0.0.1:${(app.address() as AddressInfo).port}/`)).text();
    expect(page).not.toContain('Drawn');
    expect(page).toContain('Shell');
    app.close();
  },
);

it('the page is compressed for clients that accept it', async () => {
  const response = await get('/', { 'Accept-Encoding': 'gzip, br' });
  expect(response.headers['content-encoding']).toBe('br');
  expect(response.headers.vary).toContain('Accept-Encoding');
  expect(String(brotliDecompressSync(await buffer(response)))).toContain('<title>');
});

it.each(['/help', '/help/', '/api'])('%s serves the page with its title and text', async (path) => {
  const page = await text(await get(path));
  const id = path === '/api' ? 'api' : 'help';
  expect(page).toContain(`<title>${TEST_CONTENT[id].title} · &quot;Tom&#39;s&quot; &lt;Chat&gt;</title>`);
  expect(page).toContain(`<meta name="description" content="${TEST_CONTENT[id].description}" />`);
  expect(page).toContain(`<meta name="parley-page" content="{&quot;id&quot;:&quot;${id}&quot;`);
});

it('an information page without a description has that of the product', async () => {
  const page = await text(await get('/terms'));
  expect(page).toContain(
    '<meta name="description" content="&quot;Tom&#39;s&quot; &lt;Chat&gt; is an AI chat assistant',
  );
  expect(page).toContain('<meta property="og:description" content="&quot;Tom&#39;s&quot; &lt;Chat&gt; is an AI chat');
});

it('assets are cached forever and compressed for clients that accept it', async () => {
  const plain = await get('/assets/a-1.js');
  expect(await text(plain)).toBe(SCRIPT);
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');

  const compressed = await get('/assets/a-1.js', { 'Accept-Encoding': 'gzip, br' });
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
    vary: expect.stringContaining('Accept-Encoding'),
  });
  expect(brotliDecompressSync(await buffer(compressed)).toString()).toBe(SCRIPT);

  expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
});

it('an asset removed by a new build is not found, and the server keeps running', async () => {
  for (const name of ['b-2.js', 'b-2.js.br']) rmSync(join(folder, 'assets', name));
  expect((await get('/assets/b-2.js', { 'Accept-Encoding': 'br' })).statusCode).toBe(404);
  expect((await get('/assets/b-2.js')).statusCode).toBe(404);
  expect((await get('/')).statusCode).toBe(200);
});

it.each([
  '/../package.json',
  '/assets/../../etc/passwd',
  '/assets/%2e%2e/%2e%2e/etc/passwd',
  '/assets/..%2f..%2fetc%2fpasswd',
])('no file outside the folder is served: %s', async (path) => {
  const response = await get(path);
  expect(await text(response)).not.toMatch(/root:|"private"/);
});

it('the server explains what to do if the client was never built', async () => {
  const bare = createServer(express().use(webClient('/nowhere', TEST_SETTINGS, TEST_CONTENT, publicUrl)));
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  const response = await fetch(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/`);
  expect(response.status).toBe(503);
  expect(await response.text()).toContain('npm start');
  bare.close();
});

it('the installed app has the product’s name', async () => {
  const response = await get('/manifest.webmanifest');
  expect(response.headers).toMatchObject({
    'content-type': expect.stringContaining('application/manifest+json'),
    'cache-control': 'no-cache',
  });
  const name = `"Tom's" <Chat>`;
  expect(JSON.parse(await text(response))).toEqual({ id: '/', name, short_name: name });
});

/** The value of a tag's attribute in the page's head. */
function tagIn(page: string, tag: string, attribute: string): string | undefined {
  return new RegExp(`<${tag} ${attribute}="([^"]*)"`).exec(page)?.[1];
}

it('a page has its canonical address and Open Graph tags, with the product’s name escaped', async () => {
  const page = await text(await get('/premium/'));
  expect(tagIn(page, 'link rel="canonical"', 'href')).toBe('https://chat.example.com/pricing');
  expect(tagIn(page, 'meta property="og:url"', 'content')).toBe('https://chat.example.com/pricing');
  expect(tagIn(page, 'meta property="og:site_name"', 'content')).toBe('&quot;Tom&#39;s&quot; &lt;Chat&gt;');
  expect(tagIn(page, 'meta property="og:title"', 'content')).toBe('Premium · &quot;Tom&#39;s&quot; &lt;Chat&gt;');
  for (const path of ['/', '/landing', '/c/some-conversation']) {
    const landing = await text(await get(path));
    expect(tagIn(landing, 'link rel="canonical"', 'href'), path).toBe('https://chat.example.com/');
  }
});

it('a page of another product does not show this product’s picture', async () => {
  const page = await text(await get('/'));
  expect(page).not.toContain('og:image');
  expect(tagIn(page, 'meta name="twitter:card"', 'content')).toBe('summary');
});

it('the page of previews has no script, no network, and can be framed only by the client', async () => {
  const answer = await get(PREVIEW_PATH);
  expect(answer.headers).toMatchObject({
    'connection-allowlist': '()',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'self'$/),
    'x-frame-options': 'SAMEORIGIN',
  });
  const policy = String(answer.headers['content-security-policy']);
  expect(policy).not.toMatch(/http|\*|'self'.*'self'|connect-src|frame-src|unsafe-eval|allow-/);
  const page = await text(answer);
  expect(page).not.toContain('<script');
  expect(page).toContain(policy.replace("; frame-ancestors 'self'", ''));
});

it('robots.txt and sitemap.xml are files, not the page', async () => {
  const robots = await get('/robots.txt');
  expect(robots.headers['content-type']).toContain('text/plain');
  expect(await text(robots)).toContain('\nSitemap: https://chat.example.com/sitemap.xml\n');
  const sitemap = await get('/sitemap.xml');
  expect(sitemap.headers['content-type']).toContain('application/xml');
  expect(await text(sitemap)).toContain('<loc>https://chat.example.com/help</loc>');
});

it.each([
  ['/no/such/page', '/'],
  ['/no/such?payment_success=true&session_id=cs_1', '/?payment_success=true&session_id=cs_1'],
  ['//evil.example/', '/'],
  ['/%5Cevil.example', '/'],
  ['/c/a/b', '/'],
])('%s redirects to %s', async (path, target) => {
  const response = await get(path);
  expect(response.statusCode).toBe(302);
  expect(response.headers.location).toBe(target);
});
