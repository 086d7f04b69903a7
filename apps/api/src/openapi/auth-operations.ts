import { z } from 'zod';
import { linkProof, notification, proof, returned } from '../auth/apple/routes.ts';
import { desktopChallenge, desktopProof } from '../auth/desktop/routes.ts';
import { credentials, forgotten, mailedToken, newPassword } from '../auth/routes.ts';
import type { Operation } from './operation.ts';
import { success, user, userEvent } from './shapes.ts';

const signedIn = success.extend({ token: z.string().describe('To be sent as `Authorization: Bearer <token>`.'), user });

export const AUTH_OPERATIONS: Operation[] = [
  {
    method: 'post',
    path: '/api/auth/register',
    summary: 'Open an account and sign in',
    auth: 'anyone',
    body: credentials,
    answer: signedIn,
  },
  {
    method: 'post',
    path: '/api/auth/login',
    summary: 'Sign in',
    auth: 'anyone',
    body: credentials,
    answer: signedIn,
  },
  {
    method: 'get',
    path: '/api/auth/me',
    summary: 'Whose token this is',
    auth: 'anyone',
    answer: z.union([success.extend({ user }), z.strictObject({ success: z.literal(false), user: z.null() })]),
  },
  {
    method: 'get',
    path: '/api/events',
    summary: 'Hear of what changes for the user, wherever it is changed',
    description:
      'Events are hints: each tells how things were when it was sent, several changes at once may be told as one, and what happened while nobody listened is not told. What the other calls answer is the truth.',
    auth: 'user',
    answer: {
      type: 'text/event-stream',
      description: 'Server-sent events. Each `data:` line is a UserEvent; the first one is of the type `user`.',
      item: userEvent,
    },
  },
  {
    method: 'get',
    path: '/api/auth/logout',
    summary: 'Revoke the token that it is called with',
    auth: 'anyone',
    answer: success,
  },
  {
    method: 'post',
    path: '/api/auth/verify',
    summary: 'Show that an address is one’s own, with the token that was mailed to it',
    description:
      'Takes effect in a session of the account or with its `password`; else, for a first address, with a `newPassword`, which ends the old password and all sessions. Without any of them: 403 `forbidden`, and the token stays good.',
    auth: 'anyone',
    body: mailedToken,
    answer: success.extend({ email: z.string() }),
  },
  {
    method: 'post',
    path: '/api/auth/verify/resend',
    summary: 'Have the mail that verifies the address sent again',
    auth: 'user',
    answer: success,
  },
  {
    method: 'post',
    path: '/api/auth/forgot',
    summary: 'Have a link mailed that sets a new password',
    description: 'Answers the same for a known and for an unknown address.',
    auth: 'anyone',
    body: forgotten,
    answer: success,
  },
  {
    method: 'post',
    path: '/api/auth/reset',
    summary: 'Set a new password with a mailed token, and sign out everywhere',
    auth: 'anyone',
    body: newPassword,
    answer: success,
  },
  {
    method: 'post',
    path: '/api/auth/apple',
    summary: 'Sign in with an identity token of Apple’s',
    auth: 'anyone',
    body: proof,
    answer: signedIn,
  },
  {
    method: 'post',
    path: '/api/auth/apple/start',
    summary: 'Begin to sign in with Apple on a page of its own',
    auth: 'anyone',
    answer: success.extend({ url: z.string().describe('Where the browser goes next.') }),
  },
  {
    method: 'post',
    path: '/api/auth/apple/exchange',
    summary: 'Sign in with the code that Apple gave back',
    auth: 'anyone',
    body: returned,
    answer: signedIn,
  },
  {
    method: 'post',
    path: '/api/auth/apple/notifications',
    summary: 'Apple tells of an account that was changed there',
    auth: 'anyone',
    body: notification,
    answer: success,
  },
  {
    method: 'post',
    path: '/api/auth/apple/link',
    summary: 'Sign in with Apple to this account from now on',
    description: 'Accounts without a password leave it out, and have signed in within the last five minutes.',
    auth: 'user',
    body: linkProof,
    answer: success,
  },
  {
    method: 'delete',
    path: '/api/auth/apple/link',
    summary: 'No longer sign in with Apple to this account',
    auth: 'user',
    answer: success,
  },
  {
    method: 'post',
    path: '/api/auth/desktop/code',
    summary: 'Let the desktop app in that made a challenge',
    description: 'The code works once, until it expires, with the verifier whose SHA-256 the challenge is.',
    auth: 'user',
    body: desktopChallenge,
    answer: success.extend({ code: z.string(), expiresIn: z.int().describe('Seconds.') }),
  },
  {
    method: 'post',
    path: '/api/auth/desktop/exchange',
    summary: 'Sign the desktop app in with the code that came back to it',
    auth: 'anyone',
    body: desktopProof,
    answer: signedIn,
  },
];
