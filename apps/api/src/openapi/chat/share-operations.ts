import {
  NewShare,
  ReportRequest,
  ShareCopyRequest,
  ShareCopyResponse,
  ShareResponse,
  SharesResponse,
  ShareOptions,
  Success,
} from '@parley/core/api';
import type { Operation } from '../operation.ts';

const OPTIONAL = 'Only on servers on which conversations can be shared.';

export const SHARE_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/shares',
    operationId: 'listShares',
    summary: 'List the user’s share links',
    description: OPTIONAL,
    auth: 'user',
    answer: SharesResponse,
  },
  {
    method: 'post',
    path: '/api/shares',
    operationId: 'createShare',
    summary: 'Share a conversation',
    description: `Anyone with the link can read the branch that is shown now; later messages are not in it. ${OPTIONAL}`,
    auth: 'user',
    body: NewShare,
    answer: ShareResponse,
  },
  {
    method: 'put',
    path: '/api/shares/{shareId}',
    operationId: 'updateShare',
    summary: 'Update a share link to the conversation as it is now',
    auth: 'user',
    body: ShareOptions,
    answer: ShareResponse,
  },
  {
    method: 'delete',
    path: '/api/shares/{shareId}',
    operationId: 'revokeShare',
    summary: 'Revoke a share link',
    description: 'Its page and files are gone from the next request on.',
    auth: 'user',
    answer: Success,
  },
  {
    method: 'post',
    path: '/api/shares/copies',
    operationId: 'copyShare',
    summary: 'Copy a shared conversation into the user’s account',
    description: 'The same link is copied once until its owner updates it.',
    auth: 'user',
    body: ShareCopyRequest,
    answer: ShareCopyResponse,
  },
  {
    method: 'post',
    path: '/api/shares/reports',
    operationId: 'reportShare',
    summary: 'Report a shared page to the operator',
    description: `Counted by reason; who reports is not stored. ${OPTIONAL}`,
    auth: 'anyone',
    body: ReportRequest,
    answer: Success,
  },
];
