import {
  ActiveResponse,
  ChangedConversationResponse,
  ConversationPatch,
  ConversationQuery,
  ConversationResponse,
  HistoryQuery,
  HistoryResponse,
  SearchQuery,
  SearchResponse,
  StoppedResponse,
  StoppingResponse,
  StreamQuery,
  StreamRequest,
  Success,
  UsageResponse,
} from '@parley/core/api';
import type { Operation, OtherContent } from './operation.ts';

const stream: OtherContent = {
  type: 'text/event-stream',
  description:
    'Server-sent events. `id:` is the event’s position in its reply; each `data:` line is a StreamEvent. The last one has `done` or `error`.',
};

export const CHAT_OPERATIONS: Operation[] = [
  {
    method: 'post',
    path: '/api/chat/stream',
    summary: 'Ask a question and stream the reply',
    description:
      'The minimum is `conversationId` and `text`. A new `conversationId` starts a conversation. Without an Idempotency-Key or a `clientMessageId`, closing the connection stops the reply.',
    auth: 'user',
    headers: {
      'Idempotency-Key': 'A UUID for this message. Sending it again attaches to the same reply and counts nothing.',
    },
    body: StreamRequest,
    answer: stream,
  },
  {
    method: 'get',
    path: '/api/chat/stream/{generationId}',
    summary: 'Stream a running or finished reply',
    auth: 'user',
    query: StreamQuery,
    headers: { 'Last-Event-ID': 'Same as `after`; this header wins if both are set.' },
    answer: stream,
  },
  {
    method: 'post',
    path: '/api/chat/stream/{generationId}/stop',
    summary: 'Stop a reply and keep what has arrived',
    auth: 'user',
    description:
      'If another server is generating the reply, stopping can take longer than two seconds; the reply’s last event confirms it.',
    answer: StoppedResponse,
    notYet: StoppingResponse,
  },
  {
    method: 'get',
    path: '/api/chat/active',
    summary: 'List replies in progress',
    auth: 'user',
    answer: ActiveResponse,
  },
  {
    method: 'get',
    path: '/api/chat/history',
    summary: 'List conversations, newest first',
    auth: 'user',
    query: HistoryQuery,
    answer: HistoryResponse,
  },
  {
    method: 'get',
    path: '/api/chat/usage',
    summary: 'Show the message usage and limit',
    auth: 'user',
    answer: UsageResponse,
  },
  {
    method: 'get',
    path: '/api/chat/search',
    summary: 'Search titles and messages',
    auth: 'user',
    query: SearchQuery,
    answer: SearchResponse,
  },
  {
    method: 'get',
    path: '/api/chat/{conversationId}',
    summary: 'Get a conversation with a page of its messages, from the end',
    auth: 'user',
    query: ConversationQuery,
    answer: ConversationResponse,
  },
  {
    method: 'patch',
    path: '/api/chat/{conversationId}',
    summary: 'Rename, pin or archive a conversation',
    auth: 'user',
    body: ConversationPatch,
    answer: ChangedConversationResponse,
  },
  {
    method: 'delete',
    path: '/api/chat/{conversationId}',
    summary: 'Delete a conversation; it can be restored for 30 days',
    auth: 'user',
    answer: Success,
  },
  {
    method: 'post',
    path: '/api/chat/{conversationId}/restore',
    summary: 'Restore a deleted conversation',
    auth: 'user',
    answer: ChangedConversationResponse,
  },
  {
    method: 'post',
    path: '/api/chat/{conversationId}/versions/{messageId}',
    summary: 'Switch to another version of a message and what follows it',
    auth: 'user',
    answer: ConversationResponse,
  },
];
