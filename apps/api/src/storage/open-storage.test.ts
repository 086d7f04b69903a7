import { expect, test } from 'vitest';
import { openStorage } from './open-storage.ts';

const SETTINGS = { filesDir: '/nowhere' };

test('opens what the URL names', async () => {
  const storage = await openStorage('sqlite::memory:', SETTINGS);
  await storage.ping();
  await storage.close();
});

test.each(['postgres://user:secret@host/db', 'sqlite:', 'parley.db', ''])(
  'refuses %j, names what is supported and tells no password',
  async (url) => {
    const error = await openStorage(url, SETTINGS).catch((reason: unknown) => reason);
    expect(String(error)).toContain('Supported: sqlite:<path> or sqlite::memory:, mongodb://<host>/<database>,');
    expect(String(error)).not.toContain('secret');
  },
);
