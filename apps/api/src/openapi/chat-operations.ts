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
    body: StreamRequest,
    answer: stream,
  },
  {
    method: 'get',
    path: '/api/chat/stream/{generationId}',
    summary: 'Read a reply, running or ended',
    auth: 'user',
    query: StreamQuery,
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
    answer: StoppedResponse,
    notYet: StoppingResponse,
  },
  {
    method: 'get',
    path: '/api/chat/active',
    summary: 'Replies that are being written',
    auth: 'user',
    answer: ActiveResponse,
  },
  {
    method: 'get',
    path: '/api/chat/history',
    summary: 'Conversations, newest first',
    auth: 'user',
    query: HistoryQuery,
    answer: HistoryResponse,
  },
  {
    method: 'get',
    path: '/api/chat/usage',
    summary: 'How many messages are used and left',
    auth: 'user',
    answer: UsageResponse,
  },
  {
    method: 'get',
    path: '/api/chat/search',
    summary: 'Find words in titles and messages',
    auth: 'user',
    query: SearchQuery,
    answer: SearchResponse,
  },
  {
    method: 'get',
    path: '/api/chat/{conversationId}',
    summary: 'A conversation with a page of its messages, from the end',
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
    summary: 'Delete a conversation; it can be brought back for 30 days',
    auth: 'user',
    answer: Success,
  },
  {
    method: 'post',
    path: '/api/chat/{conversationId}/restore',
    summary: 'Bring a deleted conversation back',
    auth: 'user',
    answer: ChangedConversationResponse,
  },
  {
    method: 'post',
    path: '/api/chat/{conversationId}/versions/{messageId}',
    summary: 'Show another version of a message, with what follows it',
    auth: 'user',
    answer: ConversationResponse,
  },
];
