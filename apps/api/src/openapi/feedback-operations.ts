import { FeedbackReport, FeedbackRequest, FeedbackResponse, Success } from '@parley/core/api';
import type { Operation } from './operation.ts';

export const FEEDBACK_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/feedback/{conversationId}/{messageId}',
    summary: 'Read what the user said of a reply',
    auth: 'user',
    scope: 'read',
    answer: FeedbackResponse,
  },
  {
    method: 'put',
    path: '/api/feedback/{conversationId}/{messageId}',
    summary: 'Rate a reply',
    description: 'Replaces what the user said of it before. Imported replies cannot be rated.',
    auth: 'user',
    scope: 'manage',
    body: FeedbackRequest,
    answer: Success,
  },
  {
    method: 'delete',
    path: '/api/feedback/{conversationId}/{messageId}',
    summary: 'Take back the rating of a reply',
    auth: 'user',
    scope: 'manage',
    answer: Success,
  },
  {
    method: 'get',
    path: '/api/admin/feedback',
    summary: 'What users think of replies; admins only',
    auth: 'user',
    answer: FeedbackReport,
  },
];
