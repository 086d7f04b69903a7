import { z } from 'zod';
import { addressChange, deletion, passwordChange } from '../account/routes.ts';
import type { Operation } from './operation.ts';
import { success, user } from './shapes.ts';

export const ACCOUNT_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/account',
    summary: 'The account, and what can be done with it',
    auth: 'user',
    answer: success.extend({
      user,
      hasPassword: z.boolean().describe('Whether changes ask for a password.'),
      nextExportAt: z.iso.datetime().nullable().describe('Null where everything can be exported now.'),
    }),
  },
  {
    method: 'post',
    path: '/api/account/password',
    summary: 'Change the password, and sign out everywhere else',
    auth: 'user',
    body: passwordChange,
    answer: success,
  },
  {
    method: 'post',
    path: '/api/account/email',
    summary: 'Change the address, once the mail that is sent to it was answered',
    auth: 'user',
    body: addressChange,
    answer: success,
  },
  {
    method: 'get',
    path: '/api/account/sessions',
    summary: 'Where the account is signed in',
    auth: 'user',
    answer: success.extend({
      sessions: z.array(
        z.strictObject({
          id: z.string(),
          createdAt: z.iso.datetime(),
          lastSeenAt: z.iso.datetime(),
          device: z.string(),
          isCurrent: z.boolean().describe('Whether it is the one that asks.'),
        }),
      ),
    }),
  },
  {
    method: 'delete',
    path: '/api/account/sessions',
    summary: 'Sign out everywhere else',
    auth: 'user',
    answer: success,
  },
  {
    method: 'delete',
    path: '/api/account/sessions/{id}',
    summary: 'Sign out in one place',
    auth: 'user',
    answer: success,
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
    body: deletion,
    answer: success,
  },
];
