import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeApple } from './apple-config.ts';
import { type ConfigError, readConfig } from './config.ts';

const pem = (privateKey: { export(options: object): string | Buffer }) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const KEY = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
const ALL = {
  PUBLIC_URL: 'https://parley.example.com',
  APPLE_CLIENT_ID: 'com.example.parley',
  APPLE_TEAM_ID: 'TEAM123456',
  APPLE_KEY_ID: 'KEY1234567',
  APPLE_PRIVATE_KEY: KEY,
};

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment, '/srv/parley');
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('Apple settings', () => {
  it('allows the Apple settings to be left out, even in production', () => {
    expect(readConfig({}, '/').apple).toBeNull();
    const production = {
      NODE_ENV: 'production',
      JWT_SECRET: 'a secret for tests that has enough bytes',
      PUBLIC_URL: 'https://chat.example.com',
      SANDBOX: '1',
    };
    expect(readConfig(production, '/').apple).toBeNull();
  });

  it('selects the real Apple when all four settings are set, even with the key on one line', () => {
    for (const key of [KEY, KEY.replaceAll('\n', String.raw`\n`)]) {
      const { apple } = readConfig({ ...ALL, APPLE_PRIVATE_KEY: key }, '/');
      expect(apple).toEqual({
        clientId: 'com.example.parley',
        teamId: 'TEAM123456',
        keyId: 'KEY1234567',
        privateKey: KEY,
        issuer: 'https://appleid.apple.com',
        scriptUrl: expect.stringMatching(/^https:\/\/appleid\.cdn-apple\.com\/.*\/appleid\.auth\.js$/),
      });
    }
  });

  it.each(['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'] as const)(
    'reports %s when only that setting is missing',
    (name) => {
      const { [name]: _left, ...rest } = ALL;
      expect(problemsOf(rest)).toEqual([
        expect.stringMatching(new RegExp(`^${name}: is missing, but APPLE_.* is set; set all four`)),
      ]);
    },
  );

  it.each([
    ['not a key', 'secret'],
    ['a key of another type', pem(generateKeyPairSync('ed25519').privateKey)],
    ['a key on another curve', pem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey)],
  ])('rejects an APPLE_PRIVATE_KEY that is %s', (_name, key) => {
    expect(problemsOf({ ...ALL, APPLE_PRIVATE_KEY: key })).toEqual([expect.stringMatching(/^APPLE_PRIVATE_KEY: must/)]);
  });

  it('says how to write a key whose backslashes systemd has removed', () => {
    expect(problemsOf({ ...ALL, APPLE_PRIVATE_KEY: KEY.replaceAll('\n', 'n') })).toEqual([
      expect.stringContaining(String.raw`put \n for each line break and, for systemd, quotes around all of it`),
    ]);
  });

  it.each(['http://parley.example.com', ''])('requires an https PUBLIC_URL for Apple to redirect to, not %j', (url) => {
    const { PUBLIC_URL: _left, ...rest } = ALL;
    expect(problemsOf(url === '' ? rest : { ...rest, PUBLIC_URL: url })).toEqual([
      'PUBLIC_URL: must start with https://, because Apple redirects to nothing else',
    ]);
  });
});

it('describes the Apple sign-in provider in the start-up output', () => {
  const { apple } = readConfig(ALL, '/');
  expect(describeApple(apple)).toBe('Sign in with Apple: com.example.parley');
  expect(describeApple(apple && { ...apple, issuer: 'http://127.0.0.1:3001/apple' })).toMatch(/: sandbox \(set APPLE_/);
  expect(describeApple(null)).toMatch(/: none \(set APPLE_CLIENT_ID, .* for the real one\)$/);
});
