import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findMisspelt, readEnvironment } from './config.ts';

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

describe('a .env that an editor of Windows saved', () => {
  /** Writes it into a folder of its own, and returns that. */
  function saved(text: string, encoding: BufferEncoding): string {
    const root = mkdtempSync(join(tmpdir(), 'parley-config-'));
    onTestFinished(() => rmSync(root, { recursive: true }));
    writeFileSync(join(root, '.env'), text, encoding);
    return root;
  }

  it('is read from its first line on', () => {
    const root = saved('\ufeffPUBLIC_URL=https://chat.example.com\r\nPLANS=plans.json\r\n', 'utf8');
    const set = { PUBLIC_URL: 'https://chat.example.com', PLANS: 'plans.json' };
    expect(readEnvironment(root)).toMatchObject(set);
    expect(findMisspelt(root).join()).not.toContain('PUBLIC_URL');
  });

  it('is refused as UTF-16, in which every setting would be missing', () => {
    const root = saved('\ufeffPUBLIC_URL=https://chat.example.com\r\n', 'utf16le');
    expect(() => readEnvironment(root)).toThrow(`can’t read ${root}/.env: it isn’t UTF-8; save it in that encoding`);
  });
});
