import { beforeEach, expect, it, vi } from 'vitest';
import { TEST_SETTINGS } from '@parley/core/test-settings';
import { createServer } from './server.ts';

const net = vi.hoisted(() => ({ fetch: vi.fn<(url: string) => Promise<Response>>() }));
vi.mock('electron', () => ({ net }));

const URL = 'https://parley.example.com';
const SETTINGS = {
  ...TEST_SETTINGS,
  takesDictation: false,
  brand: { welcome: 'Hello', prompts: [{ mode: 'normal', text: 'What are tides?' }] },
};
const answer = (settings: object) => net.fetch.mockResolvedValue(Response.json({ success: true, settings }));
const ask = (builtIn = URL) => createServer({ read: () => ({}), change() {} }, null, builtIn).ask();

beforeEach(() => void vi.clearAllMocks());

it('passes on the settings of its server', async () => {
  answer(SETTINGS);
  expect(await ask()).toEqual({ url: URL, settings: SETTINGS });
  expect(net.fetch.mock.calls[0]?.[0]).toBe(`${URL}/api/settings`);
});

it('connects to a server whose address was built in with a slash', async () => {
  answer(SETTINGS);
  expect(await ask(`${URL}/`)).toMatchObject({ url: URL });
  expect(net.fetch.mock.calls[0]?.[0]).toBe(`${URL}/api/settings`);
});

it('connects to an older server, which has fewer settings', async () => {
  const { apiKeys: _apiKeys, takesDictation: _takesDictation, brand: _brand, ...older } = SETTINGS;
  answer(older);
  expect(await ask()).toEqual({ url: URL, settings: { ...older, apiKeys: 'off', takesDictation: false } });
});

it('connects to a newer server, whose settings have values that it does not know', async () => {
  const prompts = [{ mode: 'a-later-mode', text: 'Draw the tides' }];
  answer({ ...SETTINGS, apiKeys: 'a-later-value', brand: { prompts }, isLater: true });
  expect(await ask()).toEqual({ url: URL, settings: { ...SETTINGS, apiKeys: 'off', brand: {} } });
});

it('refuses what is not a server for this app', async () => {
  answer({ productName: 'Another product' });
  expect(await ask()).toEqual({
    url: URL,
    problem: 'parley.example.com responded, but it isn’t a server for this app.',
  });
});

it.each([502, 503, 504, 522])('says that a server whose proxy answers %i cannot be reached', async (status) => {
  net.fetch.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status }));
  expect(await ask()).toEqual({ url: URL, problem: 'Can’t reach parley.example.com.' });
});

it.each(['AUTHORITY', 'DATE', 'COMMON_NAME'])(
  'says what to do about a certificate with an invalid %s',
  async (part) => {
    net.fetch.mockRejectedValue(new Error(`net::ERR_CERT_${part}_INVALID`));
    expect(await ask()).toEqual({
      url: URL,
      problem:
        'parley.example.com has no valid certificate. Check the date and time of this computer. If they’re right, the operator needs to fix it.',
    });
  },
);

it('says that a server whose connection is refused cannot be reached', async () => {
  net.fetch.mockRejectedValue(new Error('net::ERR_CONNECTION_REFUSED'));
  expect(await ask()).toEqual({ url: URL, problem: 'Can’t reach parley.example.com.' });
});

it('refuses a server that fails by itself', async () => {
  net.fetch.mockResolvedValue(new Response('{}', { status: 500 }));
  expect(await ask()).toMatchObject({ problem: expect.stringContaining('isn’t a server for this app') });
});
