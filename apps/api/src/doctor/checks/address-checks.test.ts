import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawGet } from '../../testing/raw-get.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { VERSION } from '../../version.ts';
import { STREAM_PATH, TOKEN_HEADER } from '../stream/stream-route.ts';
import { createStreamTokens } from '../stream/stream-token.ts';
import { linesOf } from '../testing/lines-of.ts';
import { nowhere, serve } from '../testing/serve.ts';
import { addressChecks, type Addresses } from './address-checks.ts';

const tokens = createStreamTokens('a secret for tests that has enough bytes');
const streamToken = () => tokens.create();
let server: TestServer;
let behindOne: TestServer;
beforeAll(async () => {
  [server, behindOne] = await Promise.all([startTestServer(), startTestServer({ trustedProxies: 1 })]);
});
afterAll(() => Promise.all([server.close(), behindOne.close()]));

const check = (publicUrl: string, more: Partial<Addresses> = {}) =>
  linesOf(addressChecks({ publicUrl, ownUrl: publicUrl, isProduction: true, streamToken, ...more }));

interface Behavior {
  /** What it does to the addresses that it was given. */
  forward?: (addresses: string) => string;
  /** Whether it sends a response only once it has all of it. */
  buffers?: boolean;
}

/** A proxy in front of a server. */
const proxy = ({ url }: { url: string }, { forward = (given) => `${given}, 127.0.0.1`, buffers }: Behavior) =>
  serve((asked, response) => {
    const headers = { ...asked.headers, 'x-forwarded-for': forward(String(asked.headers['x-forwarded-for'] ?? '')) };
    const passed = request(new URL(asked.url ?? '', url), { headers }, (answer: IncomingMessage) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (buffers) void buffer(answer).then((all) => response.end(all));
      else answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    passed.end();
  });

describe('addresses', () => {
  test('the address checks find a server on this machine without a proxy', async () => {
    expect(await check(server.url)).toEqual([
      `ok Public address: ${server.url} answers, on this machine only.`,
      'ok Proxies: TRUST_PROXY=0 is right.',
      'ok Proxies: Streams arrive as they are sent.',
    ]);
  });

  test('the address checks find a proxy that appends and one that replaces addresses', async () => {
    for (const forward of [undefined, () => '127.0.0.1']) {
      const lines = await check(await proxy(behindOne, { ...(forward && { forward }) }));
      expect(lines.slice(1)).toEqual([
        'ok Proxies: TRUST_PROXY=1 is right.',
        'ok Proxies: Streams arrive as they are sent.',
      ]);
    }
  });

  test('the address checks say how many proxies to trust', async () => {
    expect((await check(behindOne.url))[1]).toBe(
      'error Proxies: The request came through 0 proxies, but TRUST_PROXY is 1: clients can claim any address. Set TRUST_PROXY=0.',
    );
    expect((await check(await proxy(server, {})))[1]).toBe(
      'error Proxies: The request came through 1 proxy, but TRUST_PROXY is 0: all people behind a proxy share one limit. Set TRUST_PROXY=1.',
    );
  });

  test('the address checks find a proxy that holds streams back', async () => {
    expect((await check(await proxy(behindOne, { buffers: true })))[2]).toMatch(
      /^error Proxies: A proxy holds streams back: replies appear all at once\. Turn off buffering/,
    );
  });

  test('the address checks distinguish a stopped server from an address that leads elsewhere', async () => {
    const away = await nowhere();
    const [stopped, proxies] = await check(away);
    expect(stopped).toMatch(
      /^warning Public address: The server doesn’t seem to run: .+ECONNREFUSED.+ Start it and run/,
    );
    expect(proxies).toMatch(/^warning Proxies: They couldn’t be tried, because the server doesn’t answer/);
    expect((await check(away, { ownUrl: server.url }))[0]).toMatch(
      /^error Public address: The server runs, but not at http:\S+: nothing listens there \(ECONNREFUSED\)\. Check PUBLIC/,
    );
  });

  test('the address checks recognize other servers, redirects and versions', async () => {
    const welcome = await serve((_request, response) => response.end('<p>Welcome to nginx!'));
    expect((await check(welcome))[0]).toMatch(
      /^error Public address: \S+ answers 200, but not as this product\. Check/,
    );
    const moved = await serve((_request, response) =>
      response.writeHead(301, { Location: 'https://other.example/healthz' }).end(),
    );
    expect((await check(moved))[0]).toMatch(/^error Public address: \S+ redirects to https:\/\/other\.example\. Set/);
    const old = await serve((_request, response) => response.end('{"success":true,"version":"0.0.1"}'));
    expect((await check(old))[0]).toMatch(
      new RegExp(`^warning Public address: \\S+ runs version 0\\.0\\.1, and this is ${VERSION}\\. Restart`),
    );
  });

  test('the address checks say why proxies cannot be tried without the secret of the server', async () => {
    const unknown = /^warning Proxies: They couldn’t be tried, because the server’s secret isn’t on this machine\./;
    expect((await check(server.url, { streamToken: null }))[1]).toMatch(unknown);
    const others = createStreamTokens('another secret for tests that has enough bytes');
    expect((await check(server.url, { streamToken: () => others.create() }))[1]).toMatch(unknown);
  });
});

test('the test stream answers only to a fresh token of the server’s secret', async () => {
  const ask = (token?: string) =>
    rawGet(server.url + STREAM_PATH, token === undefined ? {} : { [TOKEN_HEADER]: token });
  const old = createStreamTokens('a secret for tests that has enough bytes', () => Date.now() - 200_000);
  const [until = ''] = tokens.create().split('.');
  for (const token of [undefined, '', 'x.y', old.create(), `${until}.${'A'.repeat(43)}`]) {
    expect((await ask(token)).status).toBe(404);
  }
  expect((await ask(tokens.create())).status).toBe(200);
});
