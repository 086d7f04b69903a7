import { expect, test } from 'vitest';
import { reply } from '../../../../stores/testing/scripted-samples.ts';
import { ScriptedChat } from '../../../../stores/testing/scripted-chat.ts';
import type { Thread } from '../../../../stores/chat/chat-state.ts';
import { readPositionsOf } from './read-positions.ts';

const replying = (messageId: string): Thread => ({
  status: 'ready',
  messageIds: [messageId],
  nextBefore: null,
  isLoadingOlder: false,
  reply: { generationId: null, messageId, connection: 'connecting', stopping: false },
});

test('tracks every reply that starts, in any conversation, and drops removed ones', () => {
  const chat = new ScriptedChat().open().store;
  const memory = readPositionsOf(chat);
  chat.setState({ messages: { r: reply('r') }, threads: { elsewhere: replying('r') } });
  expect(memory.get('r')).toEqual({ known: 0, unread: new Set() });
  expect(readPositionsOf(chat)).toBe(memory);
  chat.setState({ messages: { s: reply('s', { text: 'Half' }) }, threads: { here: replying('s') } });
  expect([...memory]).toEqual([['s', { known: null, unread: new Set() }]]);
});
