import {
  AuditQuery,
  AuditResponse,
  FindPersonRequest,
  PersonActRequest,
  PersonResponse,
  RoleResponse,
} from '@parley/core/api';
import type { Operation } from '../operation.ts';

/** What staff does with accounts. */
export const ADMIN_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/admin/role',
    operationId: 'getAdminRole',
    summary: 'What the user may do at /admin; staff only',
    auth: 'user',
    answer: RoleResponse,
  },
  {
    method: 'post',
    path: '/api/admin/people/find',
    operationId: 'findPerson',
    summary: 'Find an account by its address; staff only',
    description: 'Has no word of a conversation. Cost and payments are for owners only.',
    auth: 'user',
    body: FindPersonRequest,
    answer: PersonResponse,
  },
  {
    method: 'post',
    path: '/api/admin/people/{userId}/acts',
    operationId: 'actOnPerson',
    summary: 'Do something to an account; staff only',
    description:
      'Is in the audit list before anything is done. The same id again has no second effect; 422 if it asks for something else. ' +
      '409 if another person acted on the account since it was read. Deletion, cancellation and refunds are for owners only.',
    auth: 'user',
    body: PersonActRequest,
    answer: PersonResponse,
  },
  {
    method: 'get',
    path: '/api/admin/audit',
    operationId: 'listAudits',
    summary: 'The audit list; staff only',
    auth: 'user',
    query: AuditQuery,
    answer: AuditResponse,
  },
];
