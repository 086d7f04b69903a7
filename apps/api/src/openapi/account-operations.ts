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
    summary: 'The account, and what can be done with it',
    auth: 'user',
    answer: AccountResponse,
  },
  {
    method: 'post',
    path: '/api/account/password',
    summary: 'Change the password, and sign out everywhere else',
    auth: 'user',
    body: ChangePasswordRequest,
    answer: Success,
  },
  {
    method: 'post',
    path: '/api/account/email',
    summary: 'Change the address, once the mail that is sent to it was answered',
    auth: 'user',
    body: ChangeEmailRequest,
    answer: Success,
  },
  {
    method: 'get',
    path: '/api/account/sessions',
    summary: 'Where the account is signed in',
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
    summary: 'Sign out in one place',
    auth: 'user',
    answer: Success,
  },
  {
    method: 'get',
    path: '/api/account/export',
    summary: 'Everything that is kept of the account, once a day',
    auth: 'user',
    answer: { type: 'application/zip', description: 'JSON, Markdown and the files.' },
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
