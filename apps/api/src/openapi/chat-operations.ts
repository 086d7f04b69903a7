import { z } from 'zod';
import { conversationPage, conversationPatch, historyPage, searchQuery } from '../chat/conversation-routes.ts';
import { streamPosition } from '../chat/reply-routes.ts';
import { streamBody } from '../chat/stream-request.ts';
import type { Operation, OtherContent } from './operation.ts';
import { conversation, message, success, usage } from './shapes.ts';

const nextBefore = z.string().nullable().describe('Give it as `before` to get the next page; null on the last one.');
const oneConversation = success.extend({ conversation, messages: z.array(message), nextBefore });
const changed = success.extend({ conversation });
const stream: OtherContent = {
  type: 'text/event-stream',
  description:
    'Server-sent events. `id:` is the place of the event in its reply; each `data:` line is a StreamEvent. The last one has `done` or `error`.',
};

export const CHAT_OPERATIONS: Operation[] = [
  {
    method: 'post',
    path: '/api/chat/stream',
    summary: 'Ask, and read the reply as it is written',
    description:
      'Short: `conversationId` and `text`. A new `conversationId` begins a conversation. Without an Idempotency-Key or a `clientMessageId` the reply is stopped when the connection is closed.',
    auth: 'user',
    headers: {
      'Idempotency-Key':
        'A UUID made once for this message: sent again, it attaches to the same reply and counts nothing.',
    },
    body: streamBody,
    answer: stream,
  },
  {
    method: 'get',
    path: '/api/chat/stream/{generationId}',
    summary: 'Read a reply, running or ended',
    auth: 'user',
    query: streamPosition,
    headers: { 'Last-Event-ID': 'The same as `after`; where both are given, this one counts.' },
    answer: stream,
  },
  {
    method: 'post',
    path: '/api/chat/stream/{generationId}/stop',
    summary: 'Stop a reply; what had arrived is kept',
    auth: 'user',
    description:
      'What is not stopped within two seconds, as another server writes it, soon will be; its last event tells.',
    answer: success.extend({ status: message.shape.status }),
    notYet: success.extend({ status: z.literal('stopping') }),
  },
  {
    method: 'get',
    path: '/api/chat/active',
    summary: 'Replies that are being written',
    auth: 'user',
    answer: success.extend({
      replies: z.array(
        z.strictObject({ generationId: z.string(), conversationId: z.string(), assistantMessageId: z.string() }),
      ),
    }),
  },
  {
    method: 'get',
    path: '/api/chat/history',
    summary: 'Conversations, newest first',
    auth: 'user',
    query: historyPage,
    answer: success.extend({
      conversations: z.array(conversation.extend({ messages: z.array(message) })),
      nextBefore,
    }),
  },
  {
    method: 'get',
    path: '/api/chat/usage',
    summary: 'How many messages are used and left',
    auth: 'user',
    answer: success.extend(usage.shape),
  },
  {
    method: 'get',
    path: '/api/chat/search',
    summary: 'Find words in titles and messages',
    auth: 'user',
    query: searchQuery,
    answer: success.extend({
      hits: z.array(
        z.strictObject({
          conversationId: z.string(),
          title: z.string(),
          messageId: z.string().nullable(),
          isUser: z.boolean(),
          snippet: z.string(),
          marks: z.array(z.tuple([z.number(), z.number()])),
          timestamp: z.iso.datetime(),
        }),
      ),
    }),
  },
  {
    method: 'get',
    path: '/api/chat/{conversationId}',
    summary: 'A conversation with a page of its messages, from the end',
    auth: 'user',
    query: conversationPage,
    answer: oneConversation,
  },
  {
    method: 'patch',
    path: '/api/chat/{conversationId}',
    summary: 'Rename, pin or archive a conversation',
    auth: 'user',
    body: conversationPatch,
    answer: changed,
  },
  {
    method: 'delete',
    path: '/api/chat/{conversationId}',
    summary: 'Delete a conversation; it can be brought back for 30 days',
    auth: 'user',
    answer: success,
  },
  {
    method: 'post',
    path: '/api/chat/{conversationId}/restore',
    summary: 'Bring a deleted conversation back',
    auth: 'user',
    answer: changed,
  },
  {
    method: 'post',
    path: '/api/chat/{conversationId}/versions/{messageId}',
    summary: 'Show another version of a message, with what follows it',
    auth: 'user',
    answer: oneConversation,
  },
];
