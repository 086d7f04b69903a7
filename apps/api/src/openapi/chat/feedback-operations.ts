import { FeedbackReport, FeedbackRequest, FeedbackResponse, ReplyReportsResponse, Success } from '@parley/core/api';
import type { Operation } from '../operation.ts';

export const FEEDBACK_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/feedback/{conversationId}/{messageId}',
    operationId: 'getFeedback',
    summary: 'Read what the user said of a reply',
    auth: 'user',
    scope: 'read',
    answer: FeedbackResponse,
  },
  {
    method: 'put',
    path: '/api/feedback/{conversationId}/{messageId}',
    operationId: 'putFeedback',
    summary: 'Rate or report a reply',
    description:
      'Replaces what the user said of it before; the same report again has no second effect. 409 for a rating of a reply ' +
      'that the user reported, until the report is taken back. Imported replies can be neither rated nor reported.',
    auth: 'user',
    scope: 'manage',
    body: FeedbackRequest,
    answer: Success,
  },
  {
    method: 'delete',
    path: '/api/feedback/{conversationId}/{messageId}',
    operationId: 'deleteFeedback',
    summary: 'Take back the rating or the report of a reply',
    auth: 'user',
    scope: 'manage',
    answer: Success,
  },
  {
    method: 'get',
    path: '/api/admin/feedback',
    operationId: 'getFeedbackFigures',
    summary: 'What users think of replies; admins only',
    auth: 'user',
    answer: FeedbackReport,
  },
  {
    method: 'get',
    path: '/api/admin/reply-reports',
    operationId: 'listReplyReports',
    summary: 'List replies that users reported; staff only',
    description:
      'Has the words of a question and a reply only if the user sent them along, and never says whose they are.',
    auth: 'user',
    answer: ReplyReportsResponse,
  },
  {
    method: 'post',
    path: '/api/admin/reply-reports/{reportId}/done',
    operationId: 'finishReplyReport',
    summary: 'Mark a report of a reply as done; staff only',
    description: 'Is in the audit list before anything is done. 404 if the user changed the report or took it back.',
    auth: 'user',
    answer: Success,
  },
];
