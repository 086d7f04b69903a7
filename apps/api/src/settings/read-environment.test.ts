import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findMisread, findMisspelt, readEnvironment } from './config.ts';

it('drops the space around a value, but not around the session secret or a blank value', () => {
  const secret = 'a secret for tests that has enough bytes\n';
  vi.stubEnv('DATABASE_URL', 'mongodb://localhost/parley\n');
  vi.stubEnv('DATA_DIR', ' /srv/data ');
  vi.stubEnv('OPENAI_MODEL', 'a-model\n');
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_1\n');
  vi.stubEnv('JWT_SECRET', secret);
  vi.stubEnv('METRICS_TOKEN', ' \n');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(readEnvironment('/nowhere')).toMatchObject({
    DATABASE_URL: 'mongodb://localhost/parley',
    DATA_DIR: '/srv/data',
    OPENAI_MODEL: 'a-model',
    STRIPE_SECRET_KEY: 'sk_test_1',
    JWT_SECRET: secret,
    METRICS_TOKEN: ' \n',
  });
});

// Docker makes a folder of a mounted file that isn't there.
it('explains that .env is a folder', () => {
  const root = mkdtempSync(join(tmpdir(), 'parley-config-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, '.env'));
  expect(() => readEnvironment(root)).toThrow(
    `Parley cannot start:\n  - can’t read ${root}/.env (EISDIR); make it a file that this user can read, or remove it`,
  );
});

/** Writes a .env into a folder of its own, and returns the folder. */
function saved(text: string, encoding: BufferEncoding = 'utf8'): string {
  const root = mkdtempSync(join(tmpdir(), 'parley-config-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(join(root, '.env'), text, encoding);
  return root;
}

describe('a .env that an editor of Windows saved', () => {
  it('is read from its first line on', () => {
    const root = saved('\ufeffPUBLIC_URL=https://chat.example.com\r\nPLANS=plans.json\r\n');
    const set = { PUBLIC_URL: 'https://chat.example.com', PLANS: 'plans.json' };
    expect(readEnvironment(root)).toMatchObject(set);
    expect(findMisspelt(root).join()).not.toContain('PUBLIC_URL');
  });

  it('is refused as UTF-16, in which every setting would be missing', () => {
    const root = saved('\ufeffPUBLIC_URL=https://chat.example.com\r\n', 'utf16le');
    expect(() => readEnvironment(root)).toThrow(`can’t read ${root}/.env: it isn’t UTF-8; save it in that encoding`);
  });
});

it('warns about a setting of .env whose line has no equals sign after its name', () => {
  const root = saved(
    'PORT: 4000\r\nexport HOST 0.0.0.0\n  PLANS\nMODELS a = b\nBRAND: https://x/?a=b\nTRUST_PROXY = 1\nDATA_DIR=data\n',
  );
  const ignored = ['PORT', 'HOST', 'PLANS', 'MODELS', 'BRAND'];
  expect(findMisread(root)).toEqual(ignored.map((name) => `${name} in .env is ignored: write it as ${name}=value.`));
});

it('does not warn about other lines of .env that begin with a setting', () => {
  const prompt = 'SYSTEM_PROMPT="Know this:\nPORT: 4000\nHOST is a word."\n';
  expect(findMisread(saved(`${prompt}# PORT: 4000\nDATA_DIR=a\nDATA_DIR: b\nPORTS: 1\n`))).toEqual([]);
});

const isCut = (name: string) =>
  `${name} in .env isn’t read as it looks: put all of its value, and nothing else, in quotes.`;

it.each([
  ['a value that a # ends', 'SMTP_URL=smtps://ann:pa#ss@mail.example.com\n', ['SMTP_URL']],
  [
    'words after closing quotes',
    "MAIL_FROM=\"Acme\" <hello@example.com>\nPRODUCT_NAME='it's'\n",
    ['MAIL_FROM', 'PRODUCT_NAME'],
  ],
  ['quotes that stay open', 'DATA_DIR=a\nMAIL_FROM="Acme <hello@example.com>\r\nPORT=1\r\n', ['MAIL_FROM']],
  ['quotes that take in the next lines', 'PRODUCT_NAME="Acme\nFREE_MESSAGES=7\nBRAND="b"\n', ['PRODUCT_NAME']],
])('warns about %s', (_, text, names) => {
  expect(findMisread(saved(text))).toEqual(names.map(isCut));
});

it('warns about a setting with two lines, of which the last one counts', () => {
  const root = saved(
    'FREE_MESSAGES=7\nexport DATA_DIR=a\n# PORT=1\nPORT=2\nDATA_DIR=b\nFREE_MESSAGES=9\nFREE_MESSAGES=8\n',
  );
  expect(readEnvironment(root)).toMatchObject({ FREE_MESSAGES: '8', DATA_DIR: 'b' });
  expect(findMisread(root)).toEqual(
    ['DATA_DIR', 'FREE_MESSAGES'].map((name) => `${name} in .env is set more than once: only its last line counts.`),
  );
});

it('does not warn about values that are read as they look', () => {
  const root = saved(
    [
      '# PORT=4000 # DATA_DIR="',
      'PORT = 4000 # the usual one',
      'DATA_DIR="a#b"#c',
      "PRODUCT_NAME=it's",
      'BRAND=',
      'PLANS=# none',
      'SOCIAL_URL=https://example.com/?a=b',
      'APPLE_PRIVATE_KEY="-----BEGIN PRIVATE KEY-----',
      'MIGTAgEAMBMGByqG==',
      '-----END PRIVATE KEY-----"',
      'SYSTEM_PROMPT="Know this:',
      'name=x and PORT 1"',
      'JWT_SECRET=abcdefghijklmnopqrstuvwxyz0123456789#x',
      '',
    ].join('\r\n'),
  );
  expect(findMisread(root)).toEqual([]);
});

it('a value that the parser takes for a name is in no warning', () => {
  const root = saved('JWT_SECRET: c2VjcmV0=\nJWT_SECRTE: c2VjcmV0=\n');
  expect([...findMisspelt(root), ...findMisread(root)].join()).not.toContain('c2VjcmV0');
  expect(findMisspelt(root)).toContain('JWT_SECRTE in .env isn’t a Parley setting; did you mean JWT_SECRET?');
});

it('warns about quotes around a variable of the process', () => {
  vi.stubEnv('OPENAI_API_KEY', '"sk-1"');
  vi.stubEnv('PRODUCT_NAME', "'Acme'");
  vi.stubEnv('MAIL_FROM', '"Acme" <hello@example.com>');
  vi.stubEnv('JWT_SECRET', '"abcdefghijklmnopqrstuvwxyz0123456789"');
  vi.stubEnv('HOST', '"');
  onTestFinished(() => void vi.unstubAllEnvs());
  const quoted = ['PRODUCT_NAME', 'OPENAI_API_KEY'];
  expect(findMisread(saved('DATA_DIR="data"\n')).toSorted()).toEqual(
    quoted.map((name) => `The quotes around ${name} in the environment are part of its value.`).toSorted(),
  );
});
