import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { canVerifyUpdates } from './can-verify-updates.ts';

const PLACE = 'provider: generic\nurl: https://updates.example.com\nupdaterCacheDirName: parley-updater\n';

let resources: string;
beforeEach(() => void (resources = mkdtempSync(join(tmpdir(), 'parley-resources-'))));
afterEach(() => rmSync(resources, { recursive: true, force: true }));

test('on Windows only a build that names its publisher takes updates', () => {
  expect(canVerifyUpdates('win32', resources)).toBe(false);
  writeFileSync(join(resources, 'app-update.yml'), PLACE);
  expect(canVerifyUpdates('win32', resources)).toBe(false);
  writeFileSync(join(resources, 'app-update.yml'), `${PLACE}publisherName:\n  - Parley Ltd\n`);
  expect(canVerifyUpdates('win32', resources)).toBe(true);
});

test('on the others the system itself, or the address, answers for it', () => {
  expect(canVerifyUpdates('darwin', resources)).toBe(true);
  expect(canVerifyUpdates('linux', resources)).toBe(true);
});
