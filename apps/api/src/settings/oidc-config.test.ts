import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConfigError, readConfig } from './config.ts';
import { describeOidc } from './oidc-config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-oidc-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const COMPANY = {
  id: 'company',
  name: 'Company',
  issuer: 'https://id.example.com/realms/main',
  clientId: 'parley',
  clientSecret: 'secret',
};
const GOOGLE = { GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com', GOOGLE_CLIENT_SECRET: 'GOCSPX-x' };
const READ = { scope: 'openid email profile', timeoutMs: 8000 };

/** Writes the file of providers; returns the setting that names it. */
function providersIn(content: unknown): { OIDC_PROVIDERS: string } {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, 'providers.json'), text);
  return { OIDC_PROVIDERS: 'providers.json' };
}

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment, folder);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('providers', () => {
  it('the sign-in providers are none by default, and the startup log does not mention them', () => {
    expect(readConfig({}, folder).oidc).toEqual([]);
    expect(describeOidc([])).toEqual([]);
  });

  it('the sign-in providers are Google and those of the file, whose path is relative to the root', () => {
    const { oidc } = readConfig({ ...GOOGLE, ...providersIn([{ ...COMPANY, scope: 'openid email' }]) }, folder);
    expect(oidc).toEqual([
      {
        id: 'google',
        name: 'Google',
        issuer: 'https://accounts.google.com',
        clientId: GOOGLE.GOOGLE_CLIENT_ID,
        clientSecret: GOOGLE.GOOGLE_CLIENT_SECRET,
        ...READ,
      },
      { ...COMPANY, ...READ, scope: 'openid email' },
    ]);
    expect(describeOidc(oidc as never)).toEqual([expect.stringContaining('Google, Company')]);
  });

  it('the sign-in providers are the sandbox’s on an own machine', () => {
    expect(readConfig({ OIDC_PROVIDERS: 'sandbox' }, folder).oidc).toBe('sandbox');
  });
});

describe('a mistake in the settings of sign-in providers', () => {
  it.each([
    ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ] as const)('names %s without %s', (given, missing) => {
    expect(problemsOf({ [given]: 'x' })).toEqual([
      `${missing}: is missing, but ${given} is set; set both for sign-in with Google, or none`,
    ]);
  });

  it.each([
    [[{ ...COMPANY, id: 'apple' }], 'the id of provider 1 must be up to 32 lowercase letters'],
    [[{ ...COMPANY, id: 'My company' }], 'the id of provider 1 must be up to 32 lowercase letters'],
    [[COMPANY, { ...COMPANY, id: 'b', issuer: 'http://id.example.com' }], 'the issuer of provider 2 must be a URL'],
    [[{ ...COMPANY, issuer: 'https://id.example.com/?tenant=1' }], 'the issuer of provider 1 must be a URL'],
    [[{ ...COMPANY, clientSecret: '' }], 'the clientSecret of provider 1 must be the client secret'],
    [[{ ...COMPANY, clientId: undefined }], 'the clientId of provider 1 must be the client ID'],
    [[{ ...COMPANY, scope: 'email' }], 'the scope of provider 1 must contain openid'],
    [[{ ...COMPANY, secret: 'x' }], 'the secret of provider 1 is unknown; remove it or correct its name'],
    [['company'], 'provider 1 must be an object with id, name, issuer, clientId and clientSecret'],
    [COMPANY, 'the content must be a list of providers'],
    ['{', 'is not JSON from line 1 on; it must look like [{ "id": "company"'],
    [`[\n${JSON.stringify(COMPANY)},\n${JSON.stringify({ ...COMPANY, name: 3 })}]`, 'in line 3 of'],
  ])('is named with its place in the file and what to do: %j', (content, problem) => {
    const found = problemsOf(providersIn(content));
    expect(found).toEqual([expect.stringContaining(problem)]);
    expect(found[0]).toMatch(/^OIDC_PROVIDERS: /);
  });

  it('a missing file of sign-in providers is a mistake', () => {
    expect(problemsOf({ OIDC_PROVIDERS: 'nowhere.json' })).toEqual([
      expect.stringMatching(/^OIDC_PROVIDERS: can’t read .*nowhere\.json \(ENOENT\); name a JSON file/),
    ]);
  });

  it('a provider that is listed twice is a mistake', () => {
    expect(problemsOf(providersIn([COMPANY, { ...COMPANY, issuer: 'https://other.example.com' }]))).toEqual([
      'OIDC_PROVIDERS: the id company is there twice; keep one of them',
    ]);
    expect(problemsOf(providersIn([COMPANY, { ...COMPANY, id: 'other' }]))).toEqual([
      'OIDC_PROVIDERS: the issuer https://id.example.com/realms/main is there twice; keep one of them',
    ]);
  });

  it('a public address without https is a mistake', () => {
    expect(problemsOf({ ...GOOGLE, PUBLIC_URL: 'http://chat.example.com' })).toEqual([
      'PUBLIC_URL: must start with https://, because sign-in providers redirect to nothing else',
    ]);
    expect(problemsOf({ ...GOOGLE, PUBLIC_URL: 'http://localhost:3000' })).toEqual([]);
  });

  it.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://chat.example.com' }, { TRUST_PROXY: '1' }])(
    'the sandbox’s provider is a mistake on a server that others reach: %j',
    (others) => {
      expect(problemsOf({ OIDC_PROVIDERS: 'sandbox', ...others })).toEqual([
        'OIDC_PROVIDERS: sandbox lets anyone sign in, so it works only on your own machine; name a file',
      ]);
    },
  );
});
