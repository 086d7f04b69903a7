import { describe, expect, test } from 'vitest';
import { AppError, type Message } from '@parley/core';
import { TransportError } from '../../../api/transport-error.ts';
import { question, reply, stored } from '../../testing/scripted-samples.ts';
import { EMPTY_THREAD } from '../chat-context.ts';
import { reconcileConversation, type LocalConversation } from './reconcile-conversation.ts';

const CONVERSATION = {
  id: 'a',
  title: 'A',
  webSearchEnabled: false,
  thinkingModeEnabled: false,
  pinned: false,
  archived: false,
  unread: false,
  updatedAt: '2026-01-01T00:00:00.000Z',
};

function local(messages: Message[], change: Partial<LocalConversation> = {}): LocalConversation {
  return {
    thread: { ...EMPTY_THREAD, messageIds: messages.map(({ id }) => id), nextBefore: 'older' },
    messages: Object.fromEntries(messages.map((message) => [message.id, message])),
    keyOf: (id) => id,
    isExpired: (generationId) => generationId === 'expired',
    isCached: false,
    isDeletedHere: false,
    isAwaitingAcceptance: false,
    hasChangedSince: false,
    isUnsentHere: false,
    ...change,
  };
}

const page = (...messages: Message[]) => ({
  page: { success: true as const, conversation: CONVERSATION, messages, nextBefore: 'page' },
});

/** The messages of the merged thread. */
function merge(before: LocalConversation, ...messages: Message[]) {
  const reconciliation = reconcileConversation(before, page(...messages));
  if (reconciliation.type !== 'merged') throw new Error(reconciliation.type);
  return reconciliation;
}

const NOT_FOUND = { error: new AppError('not-found') };
const running = (change: Partial<Message>) => reply('r', { status: 'streaming', generationId: 'run', ...change });

describe('a response', () => {
  test.each([
    [
      'a response is discarded after a local deletion',
      { isDeletedHere: true, hasChangedSince: true },
      page(),
      'deleted-here',
    ],
    ['a response is discarded while a message is being sent', { isAwaitingAcceptance: true }, NOT_FOUND, 'overtaken'],
    ['a response is requested again after a local change', { hasChangedSince: true }, NOT_FOUND, 'stale'],
    ['a not-found response keeps an unsent conversation', { isUnsentHere: true }, NOT_FOUND, 'local-only'],
    ['a not-found response removes any other conversation', {}, NOT_FOUND, 'deleted-elsewhere'],
    ['a lost connection changes nothing', { isUnsentHere: true }, { error: new TransportError('cut') }, 'unreachable'],
    ['a server error changes nothing', {}, { error: new AppError('internal') }, 'unreachable'],
  ] as const)('%s', (_name, change, remote, type) => {
    expect(reconcileConversation(local([], change), remote)).toEqual({ type });
  });

  test('a response updates the list entry with the text of the last message', () => {
    expect(merge(local([]), question('q', 'Why?')).summary).toEqual({ ...CONVERSATION, lastText: 'Why?' });
    expect(merge(local([])).summary).toBeNull();
  });
});

describe('the merged thread', () => {
  test('the merged thread has the server’s messages after the loaded older pages', () => {
    const known = [question('q0', 'Old?'), question('q1', 'Why?'), reply('r1', { text: 'So.' })];
    const { thread } = merge(local(known), question('q1', 'Why?'), reply('r2', { text: 'Thus.' }));
    expect(thread).toMatchObject({ messageIds: ['q0', 'q1', 'r2'], nextBefore: 'older' });
  });

  test('drops cached messages before the page, since there may be a gap', () => {
    const known = [question('q0', 'Old?'), question('q1', 'Why?')];
    const { thread } = merge(local(known, { isCached: true }), question('q1', 'Why?'));
    expect(thread).toMatchObject({ messageIds: ['q1'], nextBefore: 'page' });
  });

  test('keeps the local key of a message', () => {
    const { thread } = merge(local([], { keyOf: (id) => (id === 'q1' ? 'local-1' : id) }), question('q1', 'Why?'));
    expect(thread.messageIds).toEqual(['local-1']);
  });

  test.each([
    [
      'keeps a local reply that is ahead of the stored one',
      running({ seq: 9, text: 'Far' }),
      running({ seq: 3, text: 'F' }),
      'Far',
    ],
    ['keeps a reply that has ended locally', reply('r', { text: 'All' }), running({ seq: 3, text: 'A' }), 'All'],
    [
      'replaces a reply by the server’s if that is ahead',
      running({ seq: 3, text: 'F' }),
      running({ seq: 9, text: 'Far' }),
      'Far',
    ],
    [
      'replaces a reply by the server’s if that has ended',
      running({ seq: 9, text: 'Far' }),
      reply('r', { text: 'Fin' }),
      'Fin',
    ],
  ])('%s', (_name, known, remote, text) => {
    expect(merge(local([known]), remote).thread.messages.r?.text).toBe(text);
  });

  test.each([undefined, 'expired'])('ends a reply whose generation is %s', (generationId) => {
    const { generationId: _run, ...orphan } = running({ seq: 3, text: 'Fa' });
    const remote = generationId === undefined ? orphan : { ...orphan, generationId };
    expect(merge(local([]), remote).thread.messages.r?.status).toBe('interrupted');
  });

  test('keeps the local preview of an attached image', () => {
    const attached = (url: string) => ({ ...question('q', 'This?'), attachments: [{ ...stored('f'), url }] });
    const { thread } = merge(local([attached('blob:1')]), attached('/api/files/f'));
    expect(thread.messages.q?.attachments?.[0]?.url).toBe('blob:1');
  });
});
