import type { Message } from '@parley/core';
import { expect, it } from 'vitest';
import { growthOf, type ImportRecord } from './import-record.ts';

const anImport = (count: number): ImportRecord => ({
  conversation: {} as ImportRecord['conversation'],
  messages: Array.from({ length: count }, (_, index) => ({
    parentId: null,
    message: { id: `new ${index}` } as Message,
  })),
  leafId: 'new 0',
  fileIds: [],
});
/** A conversation with 19,990 messages, and as many more of the import. */
const stored = (more = 0) => ({
  known: new Set(anImport(more).messages.map(({ message }) => message.id)),
  count: 19_990 + more,
  leafId: 'known 0',
});

it('a conversation grows up to 20,000 messages by imports', () => {
  expect(growthOf(anImport(10), stored()).fresh).toHaveLength(10);
  expect(() => growthOf(anImport(11), stored())).toThrow(expect.objectContaining({ code: 'too-large' }));
});

it('a longer conversation that lacks nothing of an import stays as it is', () => {
  expect(growthOf(anImport(50), stored(50)).fresh).toEqual([]);
});
