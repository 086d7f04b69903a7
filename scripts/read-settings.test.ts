import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readSettings } from './read-settings.mjs';

it('reads a .env that begins with a byte order mark, and drops space and empty values, as the server does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley settings-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
  });
  writeFileSync(join(folder, '.env'), '\ufeffPORT=4000\r\nHOST=\r\n');
  vi.stubEnv('PUBLIC_URL', ' http://localhost:4000\n');
  const { PORT, HOST, PUBLIC_URL } = readSettings(process.execPath, folder);
  expect({ PORT, HOST, PUBLIC_URL }).toEqual({ PORT: '4000', HOST: undefined, PUBLIC_URL: 'http://localhost:4000' });
});
