import { expect, test } from 'vitest';
import { openStorage } from './open-storage.ts';

const SETTINGS = { filesDir: '/nowhere' };

test('opens the storage that the URL names', async () => {
  const storage = await openStorage('sqlite::memory:', SETTINGS);
  await storage.ping();
  await storage.close();
});

test.each(['postgres://user:secret@host/db', 'sqlite:', 'parley.db', ''])(
  'refuses %j, lists the supported forms and reveals no password',
  async (url) => {
    const error = await openStorage(url, SETTINGS).catch((reason: unknown) => reason);
    expect(String(error)).toContain('Supported: sqlite:<path> or sqlite::memory:, mongodb://<host>/<database>,');
    expect(String(error)).not.toContain('secret');
  },
);
