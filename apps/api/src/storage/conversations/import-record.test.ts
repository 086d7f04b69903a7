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
const known = new Set(Array.from({ length: 19_990 }, (_, index) => `known ${index}`));

it('a conversation grows up to 20,000 messages by imports', () => {
  expect(growthOf(anImport(10), known, 'known 0').fresh).toHaveLength(10);
  expect(() => growthOf(anImport(11), known, 'known 0')).toThrow(expect.objectContaining({ code: 'too-large' }));
});

it('a longer conversation that lacks nothing of an import stays as it is', () => {
  const long = new Set([...known, ...anImport(50).messages.map(({ message }) => message.id)]);
  expect(growthOf(anImport(50), long, 'known 0').fresh).toEqual([]);
});
