import { expect, test, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { searchMessages } from './search-messages.ts';

/** A database in which every message of one long conversation has the word, and a page of them takes this long. */
function slowDatabase(ms: number) {
  let [now, pages] = [0, 0];
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const hit = { rank: 0, conversationId: 'c', title: 'Tides', updatedAt: 0, deletedAt: null, archived: 0 };
  const message = { isUser: 1, status: 'complete', error: null, createdAt: 0, text: 'the sea' };
  const database = {
    get: () => ({ ...message, id: 1 }),
    all() {
      pages++;
      now += ms;
      return Array.from({ length: 500 }, (_, index) => ({ ...hit, id: index, messageId: `m${pages}-${index}` }));
    },
  };
  return { database: database as unknown as Database, pages: () => pages };
}

test('a search ends after two seconds with what it has', async () => {
  const { database, pages } = slowDatabase(700);
  const hits = await searchMessages(database, 'ada', 'sea', 50);
  expect(pages()).toBe(3);
  expect(hits).toHaveLength(3);
});

test('a search that is fast examines 50,000 entries', async () => {
  const { database, pages } = slowDatabase(1);
  await searchMessages(database, 'ada', 'sea', 50);
  expect(pages()).toBe(100);
});
