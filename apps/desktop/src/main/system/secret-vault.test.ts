import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSecretVault } from './secret-vault.ts';

vi.mock('electron', () => ({
  safeStorage: {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => 'gnome_libsecret',
    encryptString: (text: string) => Buffer.from(text).map((byte) => byte ^ 1),
    decryptString: (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 1)).toString(),
  },
}));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-vault-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const open = () => openSecretVault(join(folder, 'secrets'), () => 'https://parley.example.com');

it('keeps no token of a user who signed out while the disk refused to write', () => {
  expect(open().keep('token', 'abc')).toBe(true);
  const vault = open();
  expect(vault.all()).toEqual({ token: 'abc' });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  // Nothing can be written in its place.
  mkdirSync(join(folder, 'secrets.new'));
  expect(vault.keep('token', null)).toBe(false);
  expect(existsSync(join(folder, 'secrets'))).toBe(false);
  expect(open().all()).toEqual({});
});
