import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keptSecret } from './secret.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'parley-secret-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('the secret is created once, readable only by its owner, and leaves no other files', () => {
  const secret = keptSecret(folder, 'jwt');
  expect(secret).toMatch(/^[\w-]{64}$/);
  expect(keptSecret(folder, 'jwt')).toBe(secret);
  expect(keptSecret(folder, 'other')).not.toBe(secret);
  expect(readdirSync(join(folder, 'secrets')).toSorted()).toEqual(['jwt', 'other']);
  expect(statSync(join(folder, 'secrets/jwt')).mode & 0o777).toBe(0o600);
});

test.each(['', '\n', 'cut short'])('an incomplete secret, %j, stops the start and is named', (text) => {
  mkdirSync(join(folder, 'secrets'));
  writeFileSync(join(folder, 'secrets/jwt'), text);
  expect(() => keptSecret(folder, 'jwt')).toThrow(/DATA_DIR: .*secrets\/jwt is incomplete; remove it/);
});
