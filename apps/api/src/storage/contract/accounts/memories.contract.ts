import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { aMemory, newUser, NOW } from '../samples.ts';
import type { Sample } from '../../testing/samples.ts';

const MANY = { count: 99, characters: 9999 };
const LATER = { characters: 9999, now: NOW + 2 };

export const sample: Sample = {
  schema: 23,
  async store({ memories }, { userId, conversationId, messageId, id }) {
    const times = { createdAt: NOW, updatedAt: NOW };
    const memory = { id: id('dogs'), userId, text: 'Has 3 dogs.', conversationId, messageId, ...times };
    await memories.add(memory, { count: 9, characters: 999 });
  },
  read: ({ memories }, userId) => memories.list(userId),
};

export function contract(storage: () => Storage): void {
  test('memories are added once, listed oldest first, and changed and removed only by their user', async () => {
    const [userId, stranger] = [await newUser(storage()), await newUser(storage())];
    const { memories } = storage();
    const late = { ...aMemory(userId, 'Has two children 😀.'), createdAt: NOW + 1 };
    const early = { ...aMemory(userId, 'Is a baker.'), conversationId: randomUUID(), messageId: randomUUID() };
    for (const memory of [late, early]) expect(await memories.add(memory, MANY)).toBe('added');
    expect(await memories.add({ ...early, text: 'Other.' }, MANY)).toBe('exists');
    expect(await memories.list(userId)).toStrictEqual([early, late]);
    expect(await memories.update(stranger, early.id, 'Is a spy.', LATER)).toBe('unknown');
    expect(await memories.remove(stranger, [early.id, late.id])).toBe(0);
    expect(await memories.update(userId, early.id, 'Is a cook.', LATER)).toBe('updated');
    expect(await memories.list(userId)).toStrictEqual([{ ...early, text: 'Is a cook.', updatedAt: NOW + 2 }, late]);
    // Ids may come from clients, so two users may have the same one.
    expect(await memories.add({ ...early, userId: stranger }, MANY)).toBe('added');
    expect(await memories.remove(userId, [early.id, early.id, randomUUID()])).toBe(1);
    expect(await memories.list(userId)).toStrictEqual([late]);
    expect(await memories.list(stranger)).toHaveLength(1);
    expect(await memories.remove(userId, [])).toBe(0);
  });

  test('a memory grows only within the limit of all, and may always get shorter', async () => {
    const { memories } = storage();
    const userId = await newUser(storage());
    const [first, second] = [aMemory(userId, '12345'), aMemory(userId, '12345')];
    for (const memory of [first, second]) await memories.add(memory, MANY);
    const write = (text: string, characters: number, id = first.id) =>
      memories.update(userId, id, text, { characters, now: NOW + 1 });
    expect(await write('123456', 10)).toBe('full');
    expect((await memories.list(userId)).map(({ text }) => text)).toStrictEqual(['12345', '12345']);
    expect(await write('123456', 11)).toBe('updated');
    expect(await write('1234', 3)).toBe('updated');
    await Promise.all([first, second].map(({ id }) => write('12345678', 13, id)));
    const length = (await memories.list(userId)).reduce((sum, { text }) => sum + text.length, 0);
    expect(length).toBeLessThanOrEqual(13);
  });

  test('a user has at most as many memories and characters as the limits allow, however many are added at once', async () => {
    const { memories } = storage();
    const userId = await newUser(storage());
    const add = (text: string, limits: typeof MANY) => memories.add(aMemory(userId, text), limits);
    await Promise.all(Array.from({ length: 5 }, () => add('12345', { count: 3, characters: 100 })));
    expect((await memories.list(userId)).length).toBeLessThanOrEqual(3);
    for (let n = 0; n < 3; n++) await add('12345', { count: 3, characters: 100 });
    expect(await memories.list(userId)).toHaveLength(3);
    expect(await add('12345', { count: 3, characters: 100 })).toBe('full');
    expect(await add('123456', { count: 99, characters: 20 })).toBe('full');
    expect(await add('12345', { count: 99, characters: 20 })).toBe('added');
    const deleted = await newUser(storage());
    await storage().deletions.begin(deleted, NOW);
    await expect(memories.add(aMemory(deleted, 'Late.'), MANY)).rejects.toMatchObject({ code: 'unauthorized' });
  });
}
