import {
  OwnerProof,
  RecoveryCodesResponse,
  SecondFactorRequest,
  SecondFactorResponse,
  SecondFactorSignInRequest,
  SecondFactorStartResponse,
  SignedInResponse,
  Success,
} from '@parley/core/api';
import type { Operation } from '../operation.ts';
import { LINK_RULE } from './provider-operations.ts';

export const SECOND_FACTOR_OPERATIONS: Operation[] = [
  {
    method: 'post',
    path: '/api/auth/second-factor',
    operationId: 'signInWithSecondFactor',
    summary: 'Finish a sign-in with a code of the authenticator app, or with a recovery code',
    description:
      'Each code works once. A wrong one leaves the ticket valid. With `remember`, the browser’s next sign-ins need no code for 30 days, until the password changes or the app is removed.',
    auth: 'anyone',
    body: SecondFactorSignInRequest,
    answer: SignedInResponse,
  },
  {
    method: 'get',
    path: '/api/account/second-factor',
    operationId: 'getSecondFactor',
    summary: 'The authenticator app of this account',
    auth: 'user',
    answer: SecondFactorResponse,
  },
  {
    method: 'post',
    path: '/api/account/second-factor/start',
    operationId: 'startSecondFactor',
    summary: 'Make the key for an authenticator app',
    description: `Nothing changes until the app’s first code arrives. ${LINK_RULE}`,
    auth: 'user',
    body: OwnerProof,
    answer: SecondFactorStartResponse,
  },
  {
    method: 'post',
    path: '/api/account/second-factor',
    operationId: 'addSecondFactor',
    summary: 'Add the authenticator app with its first code, and sign out everywhere else',
    auth: 'user',
    body: SecondFactorRequest,
    answer: RecoveryCodesResponse,
  },
  {
    method: 'post',
    path: '/api/account/second-factor/recovery-codes',
    operationId: 'replaceRecoveryCodes',
    summary: 'Replace the recovery codes',
    auth: 'user',
    body: OwnerProof,
    answer: RecoveryCodesResponse,
  },
  {
    method: 'delete',
    path: '/api/account/second-factor/devices/{id}',
    operationId: 'forgetDevice',
    summary: 'Ask for a code in this browser again',
    auth: 'user',
    answer: Success,
  },
  {
    method: 'delete',
    path: '/api/account/second-factor',
    operationId: 'removeSecondFactor',
    summary: 'Remove the authenticator app from this account',
    auth: 'user',
    body: OwnerProof,
    answer: Success,
  },
];
