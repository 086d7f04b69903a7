import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, get as getPlain, type IncomingMessage } from 'node:http';
import { get, type RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProgram, shippedSite, type Proxy } from './testing/start-proxy.ts';

const NAME = 'chat.example.com';
const ROOT = join(import.meta.dirname, '../../../..');
const nginx = findProgram('nginx', process.env.PATH);
const openssl = findProgram('openssl', process.env.PATH);

it('the proxy of compose.yaml is the shipped site without TLS', () => {
  const linesOf = (name: string) =>
    readFileSync(join(ROOT, 'deploy/nginx', name), 'utf8')
      .split('\n')
      .map((line) => line.trim());
  const site = linesOf('parley.conf');
  const own = linesOf('compose.conf').filter((line) => line !== '' && !line.startsWith('#') && !site.includes(line));
  expect(own).toEqual(['server api1:3000 max_fails=0;', 'server api2:3000 max_fails=0;', 'server_name _;']);
});

it('the certificate is requested in the way in which its renewals work beside nginx', () => {
  const site = readFileSync(join(ROOT, 'deploy/nginx/parley.conf'), 'utf8');
  const [, root] = /acme-challenge\/ \{\s+root (\S+);/.exec(site) ?? [];
  // certbot repeats the options of the first request. Those of a renewal that is not due are forgotten.
  expect(site.match(/certbot \S+ --?.*/g)).toEqual([
    `certbot certonly --webroot --webroot-path ${root} --deploy-hook 'nginx -s reload' -d ${NAME}`,
  ]);
});

describe.skipIf(nginx === null || openssl === null)('the shipped site on Debian’s nginx', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-site-'));
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  // Echoes the path and headers of the request.
  const instance = createServer((req, res) => res.end(JSON.stringify({ path: req.url, ...req.headers })));
  let site: Proxy & { httpsPort: number };

  beforeAll(async () => {
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', `/CN=${NAME}`];
    const names = ['-addext', `subjectAltName=DNS:${NAME}`, '-keyout', key, '-out', certificate];
    await promisify(execFile)(openssl ?? '', [...args, ...names]);
    instance.listen(0, '127.0.0.1');
    await once(instance, 'listening');
    const { port } = instance.address() as AddressInfo;
    site = await shippedSite(nginx ?? '', `127.0.0.1:${port}`, certificate, key);
  });
  afterAll(async () => {
    await site?.close();
    instance.close();
    rmSync(folder, { recursive: true });
  });

  async function ask(path: string, options: RequestOptions = {}) {
    const ca = readFileSync(certificate);
    const request = get({
      host: '127.0.0.1',
      port: site.httpsPort,
      path,
      servername: NAME,
      ca,
      headers: { Host: NAME },
      ...options,
    });
    return read(((await once(request, 'response')) as [IncomingMessage])[0]);
  }

  it('serves Parley over TLS under its host name', async () => {
    const { status, text } = await ask('/api/settings');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      path: '/api/settings',
      host: NAME,
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '127.0.0.1',
      'x-retry-id': expect.stringMatching(/^[\da-f]{32}$/),
      connection: 'close',
    });
    expect((await ask('/metrics')).status).toBe(404);
  });

  it('rejects outdated TLS versions', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(ask('/', old)).rejects.toThrow(/protocol|alert/i);
  });

  it('redirects http to https, and never shows nginx’s welcome page', async () => {
    const { status, location, text } = await askPlain(site.url, '/share?a=1');
    expect([status, location]).toEqual([301, `https://${NAME}/share?a=1`]);
    expect(text).not.toContain('Welcome');
  });

  it('lets the certificate be renewed', async () => {
    expect((await askPlain(site.url, '/.well-known/acme-challenge/x')).status).toBe(404);
  });
});

async function askPlain(url: string, path: string) {
  const request = getPlain(url + path, { headers: { Host: NAME } });
  return read(((await once(request, 'response')) as [IncomingMessage])[0]);
}

async function read(response: IncomingMessage) {
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, location: response.headers.location, text };
}
