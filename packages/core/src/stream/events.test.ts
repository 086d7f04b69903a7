import { expect, it } from 'vitest';
import type { UserEvent } from '../api/events.ts';
import { decodeUserEvent } from './events.ts';
import { LISTS, type ListName } from './lists.ts';

const conversation = {
  id: 'c',
  title: 'Tides',
  webSearchEnabled: false,
  thinkingModeEnabled: false,
  pinned: true,
  archived: false,
  unread: true,
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const user = {
  _id: 'ada',
  email: 'ada@example.com',
  subscriptionTier: 'free' as const,
  subscriptionStatus: null,
  usagePeriodEnd: null,
  isAdmin: false,
  emailVerified: true,
};
const usage = { messagesUsed: 1, messagesLimit: 10, periodEnd: '2026-01-01T12:00:00.000Z', isLimitReached: false };

const SAMPLES = {
  user: { type: 'user', user },
  usage: { type: 'usage', usage },
  conversation: { type: 'conversation', conversation, lastMessageIds: ['q', 'r'] },
  deleted: { type: 'deleted', conversationId: 'c' },
  'reply-started': {
    type: 'reply-started',
    conversationId: 'c',
    generationId: 'g',
    userMessageId: 'q',
    assistantMessageId: 'r',
  },
  summarized: { type: 'summarized', conversationId: 'c' },
  'reply-ended': { type: 'reply-ended', conversationId: 'c', generationId: 'g' },
} satisfies Record<Exclude<UserEvent['type'], ListName>, UserEvent>;
const EVENTS: UserEvent[] = [...Object.values(SAMPLES), ...LISTS.map((type) => ({ type }))];

it.each(EVENTS)('reads $type', (event) => {
  expect(decodeUserEvent(JSON.stringify(event))).toEqual(event);
});

it.each(EVENTS)('reads $type with fields of a later version', (event) => {
  const later = { ...event, since: 2 };
  expect(decodeUserEvent(JSON.stringify(later))).toEqual(later);
});

it.each(EVENTS.filter((event) => Object.keys(event).length > 1))('skips $type without its content', ({ type }) => {
  expect(decodeUserEvent(JSON.stringify({ type }))).toBeNull();
});

it('reads a conversation event of an older server, which does not name its last messages', () => {
  const { lastMessageIds: _, ...older } = SAMPLES.conversation;
  expect(decodeUserEvent(JSON.stringify(older))).toEqual({ ...older, lastMessageIds: [] });
});

it.each(['{', 'null', '7', '{}', '{"type":"constructor"}', '{"type":"of another version"}'])('skips %s', (data) => {
  expect(decodeUserEvent(data)).toBeNull();
});
