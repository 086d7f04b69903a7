import { z } from 'zod';
import type { OnboardingResponse } from '@parley/core';
import { demoRequest, onboardingAnswers, onboardingChange, stepId } from '../onboarding/routes.ts';
import type { Operation } from './operation.ts';
import { modeId, success } from './shapes.ts';

const state = success.extend({
  answers: onboardingAnswers,
  step: stepId.describe('Where to go on.'),
  hasSeen: z.boolean().describe('Whether it was closed or skipped before.'),
  hasDemo: z.boolean().describe('Whether the one demo of the account is left.'),
  prompts: z
    .array(z.strictObject({ mode: modeId, text: z.string() }))
    .describe('What to begin with, from the answers.'),
}) satisfies z.ZodType<OnboardingResponse>;

export const ONBOARDING_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/onboarding',
    summary: 'How far the user has come in the onboarding',
    auth: 'user',
    answer: state,
  },
  {
    method: 'put',
    path: '/api/onboarding',
    summary: 'Keep a step, the answers, or that it was seen',
    description: 'What is absent stays as it is. Once seen, it stays seen.',
    auth: 'user',
    body: onboardingChange,
    answer: state,
  },
  {
    method: 'post',
    path: '/api/onboarding/demo',
    summary: 'Read a reply to a question that fits a goal',
    description:
      'Once an account; counts no message and is not stored. Closing the connection ends it. One that fails can be asked for again.',
    auth: 'user',
    body: demoRequest,
    answer: { type: 'text/event-stream', description: 'As POST /api/chat/stream answers.' },
  },
];
