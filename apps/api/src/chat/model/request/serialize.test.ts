import { expect, it } from 'vitest';
import type { ModelMessage } from '../model.ts';
import { chatCompletions } from '../protocol/chat-completions.ts';
import type { Protocol, Question } from '../protocol/protocol.ts';
import { responses } from '../protocol/responses.ts';
import { serialize } from './serialize.ts';

const QUESTION: Omit<Question, 'messages'> = {
  instructions: 'Be kind.',
  thinking: false,
  webSearch: false,
  maxOutputTokens: 100,
  safetyIdentifier: 'a',
  conversationId: 'b',
  model: 'm',
  isOpenAi: false,
  reasons: false,
};

it.each([
  ['one message', [{ role: 'user', content: 'Hello' }]],
  ['several', [{ role: 'user', content: '“\u2028\ud83d”\0\n' }, { role: 'assistant', content: '潮 🌊' }, {}]],
  ['none', []],
])('writes the JSON of a body with %s', (_count, messages) => {
  const body = { model: 'm', messages, stream: true, store: undefined, stream_options: { include_usage: true } };
  const written = JSON.parse(serialize(body, 'messages').toString()) as object;
  expect(written).toStrictEqual(JSON.parse(JSON.stringify(body)));
});

it('encodes a message of words once', () => {
  let encoded = 0;
  const message = { role: 'user', content: 'a', toJSON: () => ({ content: `${++encoded}` }) };
  const bodies = [[message], [{ role: 'user', content: 'a' }, message], [message, message]].map((messages) =>
    serialize({ model: 'm', messages }, 'messages').toString(),
  );
  expect(bodies.map((body) => (JSON.parse(body) as { messages: object[] }).messages)).toEqual([
    [{ content: '1' }],
    [{ role: 'user', content: 'a' }, { content: '1' }],
    [{ content: '1' }, { content: '1' }],
  ]);
});

it.each<[string, Protocol]>([
  ['Chat Completions', chatCompletions],
  ['Responses', responses],
])('a request of %s sends the messages of the last one again, as the same objects', (_name, protocol) => {
  const messages: ModelMessage[] = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
    { role: 'user', content: 'How are you?' },
  ];
  const body = protocol.bodyOf({ ...QUESTION, messages }) as Record<string, object[]>;
  const sent = body[protocol.messagesField]?.filter((message) => 'role' in message && message.role !== 'system') ?? [];
  expect(sent).toHaveLength(3);
  for (const [index, message] of messages.entries()) expect(sent[index]).toBe(message);
});
