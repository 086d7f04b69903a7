import {
  CredentialsRequest,
  DesktopCodeRequest,
  DesktopCodeResponse,
  DesktopExchangeRequest,
  DoctorEvent,
  ForgotRequest,
  MeResponse,
  ResetRequest,
  SignedInResponse,
  Success,
  UserEvent,
  VerifyRequest,
  VerifyResponse,
} from '@parley/core/api';
import type { Operation } from '../operation.ts';

const SECOND_STEP =
  'For an account with an authenticator app, the response is 401 `second-factor-needed` with a `ticket` for `POST /api/auth/second-factor`, valid once, for five minutes. A sign-in with a provider answers the same; one with a passkey needs no code.';

export const AUTH_OPERATIONS: Operation[] = [
  {
    method: 'post',
    path: '/api/auth/register',
    summary: 'Create an account and sign in',
    auth: 'anyone',
    body: CredentialsRequest,
    answer: SignedInResponse,
  },
  {
    method: 'post',
    path: '/api/auth/login',
    summary: 'Sign in',
    description: SECOND_STEP,
    auth: 'anyone',
    body: CredentialsRequest,
    answer: SignedInResponse,
  },
  {
    method: 'get',
    path: '/api/auth/me',
    summary: 'The user of this token',
    auth: 'anyone',
    scope: 'read',
    answer: MeResponse,
  },
  {
    method: 'get',
    path: '/api/events',
    summary: 'Listen for changes to the user’s data',
    description:
      'Events are hints. Each describes the state when it was sent, one event may cover several changes, and changes made while you’re disconnected send none. The other calls return the authoritative state.',
    auth: 'user',
    scope: 'read',
    answer: {
      type: 'text/event-stream',
      description: 'Server-sent events. Each `data:` line is a UserEvent; the first has the type `user`.',
      item: UserEvent,
    },
  },
  {
    method: 'get',
    path: '/api/events/check',
    summary: 'Test whether a proxy holds back streams',
    description:
      'For `parley doctor` only: two events, 600 ms apart. The first says how many proxies forwarded the request.',
    auth: 'anyone',
    headers: { 'X-Doctor-Token': 'Signed with the server’s secret.' },
    answer: { type: 'text/event-stream', description: 'Server-sent events.', item: DoctorEvent },
  },
  {
    method: 'get',
    path: '/api/auth/logout',
    summary: 'Sign out: revoke the token of this request',
    auth: 'anyone',
    answer: Success,
  },
  {
    method: 'post',
    path: '/api/auth/verify',
    summary: 'Verify an email address with the token from its email',
    description:
      'Needs a session of the account or its `password`. For a first address, a `newPassword` also works; it replaces the old password and ends all sessions. Without any of these, the response is 403 `forbidden` and the token stays valid.',
    auth: 'anyone',
    body: VerifyRequest,
    answer: VerifyResponse,
  },
  {
    method: 'post',
    path: '/api/auth/verify/resend',
    summary: 'Resend the verification email',
    auth: 'user',
    answer: Success,
  },
  {
    method: 'post',
    path: '/api/auth/forgot',
    summary: 'Email a link that resets the password',
    description: 'The response is the same for known and unknown addresses.',
    auth: 'anyone',
    body: ForgotRequest,
    answer: Success,
  },
  {
    method: 'post',
    path: '/api/auth/reset',
    summary: 'Set a new password with an emailed token and sign out everywhere',
    auth: 'anyone',
    body: ResetRequest,
    answer: Success,
  },
  {
    method: 'post',
    path: '/api/auth/desktop/code',
    summary: 'Create a one-time code that signs in the desktop app',
    description: 'The code works once, before it expires, with the verifier whose SHA-256 hash is the challenge.',
    auth: 'user',
    body: DesktopCodeRequest,
    answer: DesktopCodeResponse,
  },
  {
    method: 'post',
    path: '/api/auth/desktop/exchange',
    summary: 'Exchange the desktop app’s code for a session',
    auth: 'anyone',
    body: DesktopExchangeRequest,
    answer: SignedInResponse,
  },
];
