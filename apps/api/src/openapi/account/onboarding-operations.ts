import { OnboardingDemoRequest, OnboardingRequest, OnboardingResponse } from '@parley/core/api';
import type { Operation } from '../operation.ts';

export const ONBOARDING_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/onboarding',
    operationId: 'getOnboarding',
    summary: 'Get the user’s onboarding progress',
    auth: 'user',
    answer: OnboardingResponse,
  },
  {
    method: 'put',
    path: '/api/onboarding',
    operationId: 'saveOnboarding',
    summary: 'Save the onboarding step, answers or seen flag',
    description: 'Absent fields don’t change. The seen flag can’t be unset.',
    auth: 'user',
    body: OnboardingRequest,
    answer: OnboardingResponse,
  },
  {
    method: 'post',
    path: '/api/onboarding/demo',
    operationId: 'streamDemo',
    summary: 'Stream the sample reply for a goal',
    description:
      'Available once per account. It uses up no message and isn’t stored. Closing the connection stops it. If it fails, you can try again.',
    auth: 'user',
    body: OnboardingDemoRequest,
    answer: { type: 'text/event-stream', description: 'The same events as POST /api/chat/stream.' },
  },
];
