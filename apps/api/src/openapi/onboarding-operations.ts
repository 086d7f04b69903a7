import { OnboardingDemoRequest, OnboardingRequest, OnboardingResponse } from '@parley/core/api';
import type { Operation } from './operation.ts';

export const ONBOARDING_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/onboarding',
    summary: 'How far the user has come in the onboarding',
    auth: 'user',
    answer: OnboardingResponse,
  },
  {
    method: 'put',
    path: '/api/onboarding',
    summary: 'Keep a step, the answers, or that it was seen',
    description: 'What is absent stays as it is. Once seen, it stays seen.',
    auth: 'user',
    body: OnboardingRequest,
    answer: OnboardingResponse,
  },
  {
    method: 'post',
    path: '/api/onboarding/demo',
    summary: 'Read a reply to a question that fits a goal',
    description:
      'Once an account; counts no message and is not stored. Closing the connection ends it. One that fails can be asked for again.',
    auth: 'user',
    body: OnboardingDemoRequest,
    answer: { type: 'text/event-stream', description: 'As POST /api/chat/stream answers.' },
  },
];
