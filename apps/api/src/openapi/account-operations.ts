import {
  AccountResponse,
  ChangeEmailRequest,
  ChangePasswordRequest,
  DeleteAccountRequest,
  SessionsResponse,
  Success,
} from '@parley/core/api';
import type { Operation } from './operation.ts';

export const ACCOUNT_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/account',
    summary: 'The account and its sign-in methods',
    auth: 'user',
    answer: AccountResponse,
  },
  {
    method: 'post',
    path: '/api/account/password',
    summary: 'Change the password and sign out everywhere else',
    auth: 'user',
    body: ChangePasswordRequest,
    answer: Success,
  },
  {
    method: 'post',
    path: '/api/account/email',
    summary: 'Email a link that confirms a new address for the account',
    auth: 'user',
    body: ChangeEmailRequest,
    answer: Success,
  },
  {
    method: 'get',
    path: '/api/account/sessions',
    summary: 'List the account’s sessions',
    auth: 'user',
    answer: SessionsResponse,
  },
  {
    method: 'delete',
    path: '/api/account/sessions',
    summary: 'Sign out everywhere else',
    auth: 'user',
    answer: Success,
  },
  {
    method: 'delete',
    path: '/api/account/sessions/{id}',
    summary: 'End one session',
    auth: 'user',
    answer: Success,
  },
  {
    method: 'get',
    path: '/api/account/export',
    summary: 'Export all of the account’s data, once a day',
    auth: 'user',
    answer: { type: 'application/zip', description: 'A ZIP file with JSON, Markdown and the attached files.' },
  },
  {
    method: 'delete',
    path: '/api/account',
    summary: 'Delete the account and everything in it',
    auth: 'user',
    body: DeleteAccountRequest,
    answer: Success,
  },
];
