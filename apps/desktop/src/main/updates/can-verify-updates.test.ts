import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canVerifyUpdates } from './can-verify-updates.ts';

const PLACE = 'provider: generic\nurl: https://updates.example.com\nupdaterCacheDirName: parley-updater\n';

let resources: string;
beforeEach(() => void (resources = mkdtempSync(join(tmpdir(), 'parley-resources-'))));
afterEach(() => rmSync(resources, { recursive: true, force: true }));

test('a Windows build can verify updates only if it names its publisher', () => {
  expect(canVerifyUpdates('win32', resources)).toBe(false);
  writeFileSync(join(resources, 'app-update.yml'), PLACE);
  expect(canVerifyUpdates('win32', resources)).toBe(false);
  writeFileSync(join(resources, 'app-update.yml'), `${PLACE}publisherName:\n  - Parley Ltd\n`);
  expect(canVerifyUpdates('win32', resources)).toBe(true);
});

test('a build for another system can always verify updates', () => {
  expect(canVerifyUpdates('darwin', resources)).toBe(true);
  expect(canVerifyUpdates('linux', resources)).toBe(true);
});
