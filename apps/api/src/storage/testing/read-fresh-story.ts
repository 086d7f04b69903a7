import { expect, vi } from 'vitest';
import { openStorage } from '../open-storage.ts';
import { readStory, writeStory } from './story.ts';

/** What today's code reads of the story from a new storage, as far as code with this SQLite schema could store it. */
export async function readFreshStory(schema: number) {
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  await writeStory(storage, schema);
  await vi.waitFor(async () => expect(await storage.conversations.search('ada', 'still', 9)).toHaveLength(1), 60_000);
  const story = await readStory(storage);
  await storage.close();
  return story;
}
