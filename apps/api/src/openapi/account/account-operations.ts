import {
  AccountResponse,
  ChangeEmailRequest,
  ChangePasswordRequest,
  DeleteAccountRequest,
  OwnerProof,
  PreferencesRequest,
  SessionsResponse,
  Success,
} from '@parley/core/api';
import type { Operation } from '../operation.ts';

const ZIP = { type: 'application/zip', description: 'A ZIP file with JSON, Markdown and the attached files.' };

export const ACCOUNT_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/account',
    summary: 'The account and its sign-in methods',
    auth: 'user',
    answer: AccountResponse,
  },
  {
    method: 'put',
    path: '/api/account/preferences',
    summary: 'Change what the assistant knows about the person, how it answers, and whether it uses the web by itself',
    auth: 'user',
    body: PreferencesRequest,
    answer: Success,
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
    description: 'For accounts without an authenticator app; others get 403 `wrong-code` and send a POST request.',
    auth: 'user',
    answer: ZIP,
  },
  {
    method: 'post',
    path: '/api/account/export',
    summary: 'Export all of the account’s data, once a day, after password and code',
    auth: 'user',
    body: OwnerProof,
    answer: ZIP,
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
