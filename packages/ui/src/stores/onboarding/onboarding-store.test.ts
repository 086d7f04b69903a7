import { AppError, ONBOARDING_STEPS, type OnboardingResponse } from '@parley/core';
import { beforeEach, expect, test } from 'vitest';
import { TransportError } from '../../api/transport-error.ts';
import { createOnboardingStore, type OnboardingReason } from './onboarding-store.ts';
import { ScriptedApi } from '../testing/scripted-api.ts';
import { reply } from '../testing/scripted-samples.ts';
import { settled } from '../testing/settled.ts';

let api: ScriptedApi;
let saved: OnboardingResponse[];
let closed: number;
beforeEach(() => {
  api = new ScriptedApi();
  saved = [];
  closed = 0;
});

function open({ reason = 'first-visit', known = api.onboardingState as OnboardingResponse | null } = {}) {
  const store = createOnboardingStore({
    api,
    reason: reason as OnboardingReason,
    known,
    onClose: () => closed++,
    onSaved: (answer) => saved.push(answer),
    now: () => 0,
  });
  return {
    get state() {
      return store.getState();
    },
  };
}

test('the onboarding moves through its eight steps and back, not beyond', () => {
  const { state } = open();
  const seen: string[] = [];
  const shown = open();
  state.previous();
  shown.state.toggleGoal('writing');
  shown.state.answer('hours', '2-to-5');
  shown.state.answer('writing', 'tone');
  shown.state.answer('repetition', 'daily');
  for (let times = 0; times < 9; times++) {
    seen.push(shown.state.step);
    shown.state.next();
  }
  expect(seen).toEqual([...ONBOARDING_STEPS.map(({ id }) => id), 'premium']);
  shown.state.previous();
  expect(shown.state.step).toBe('demo');
});

test('the goals step requires a goal and the quiz all answers', () => {
  const shown = open();
  shown.state.next();
  shown.state.next();
  expect(shown.state.step).toBe('goals');
  shown.state.toggleGoal('writing');
  shown.state.toggleGoal('writing');
  shown.state.next();
  expect(shown.state.step).toBe('goals');
  shown.state.toggleGoal('learning');
  shown.state.next();
  shown.state.answer('hours', '2-to-5');
  shown.state.answer('writing', 'tone');
  shown.state.next();
  expect(shown.state.step).toBe('quiz');
});

test('a quiz question can be answered only once', () => {
  const shown = open();
  shown.state.answer('writing', 'tone');
  shown.state.answer('writing', 'length');
  expect(shown.state.answers.quiz).toEqual({ writing: 'tone' });
});

test('answers are saved one request at a time, with the latest state in the next request', async () => {
  const gate = Promise.withResolvers<void>();
  api.gates.set('saveOnboarding', gate.promise);
  const shown = open();
  shown.state.next();
  shown.state.toggleGoal('writing');
  shown.state.toggleGoal('learning');
  await settled();
  expect(api.calls).toEqual(['saveOnboarding {"step":"goals"}']);
  gate.resolve();
  await settled();
  expect(api.calls.slice(1)).toEqual(['saveOnboarding {"answers":{"goals":["writing","learning"],"quiz":{}}}']);
  expect(saved.at(-1)?.answers.goals).toEqual(['writing', 'learning']);
});

test('a failed save is included in the next one', async () => {
  api.failures.set('saveOnboarding', new TransportError('cut'));
  const shown = open();
  shown.state.toggleGoal('writing');
  await settled();
  shown.state.next();
  await settled();
  expect(api.calls.at(-1)).toBe('saveOnboarding {"answers":{"goals":["writing"],"quiz":{}},"step":"goals"}');
});

test('a failed save is repeated after reconnecting, and nothing else is', async () => {
  api.failures.set('saveOnboarding', new TransportError('cut'));
  const shown = open();
  shown.state.toggleGoal('writing');
  await settled();
  shown.state.saveAgain();
  await settled();
  shown.state.saveAgain();
  await settled();
  const request = 'saveOnboarding {"answers":{"goals":["writing"],"quiz":{}}}';
  expect(api.calls).toEqual([request, request]);
});

test('a save that fails after the reconnection is repeated once', async () => {
  api.failures.set('saveOnboarding', new TransportError('cut'));
  const shown = open();
  shown.state.toggleGoal('writing');
  shown.state.saveAgain();
  await settled();
  const request = 'saveOnboarding {"answers":{"goals":["writing"],"quiz":{}}}';
  expect(api.calls).toEqual([request, request]);
});

test('the onboarding resumes at the saved step with the saved answers', () => {
  const answers = { goals: ['research' as const], quiz: { hours: 'over-10' as const } };
  const shown = open({ known: { ...api.onboardingState, step: 'quiz', answers } });
  expect(shown.state).toMatchObject({ step: 'quiz', answers, isOpen: true });
});

test('at the limit the onboarding opens at the premium choice and keeps the saved step', async () => {
  const shown = open({ reason: 'limit', known: { ...api.onboardingState, step: 'goals' } });
  await settled();
  expect(shown.state).toMatchObject({ step: 'premium', reason: 'limit' });
  expect(api.calls).toEqual([]);
  expect(open({ reason: 'limit', known: null }).state.answers.goals).toEqual([]);
});

test('closing is saved once', async () => {
  const shown = open();
  shown.state.close();
  shown.state.close();
  await settled();
  expect(shown.state.isOpen).toBe(false);
  expect(closed).toBe(1);
  expect(api.calls).toEqual(['saveOnboarding {"hasSeen":true}']);
});

test('the demo streams a reply', async () => {
  const shown = open();
  const over = shown.state.startDemo('writing');
  await settled();
  expect(api.calls).toEqual(['onboardingDemo writing']);
  await api.stream.accept();
  await api.stream.send({ type: 'content', content: 'Dear' });
  expect(shown.state.demo).toMatchObject({ status: 'running', reply: { text: 'Dear', status: 'streaming' } });
  expect(shown.state.demo.question).toContain('two-sentence email');
  await api.stream.finish(reply('demo', { text: 'Dear you' }));
  await over;
  expect(shown.state.demo).toMatchObject({ status: 'over', reply: { text: 'Dear you', status: 'complete' } });
  await shown.state.startDemo('writing');
  expect(api.calls).toHaveLength(1);
});

test('a failed demo shows the reason, keeps its text and can be restarted', async () => {
  const shown = open();
  const failed = shown.state.startDemo('writing');
  await settled();
  await api.stream.accept();
  await api.stream.send({ type: 'error', error: 'Very busy.', code: 'model-rate-limited' });
  await api.stream.close();
  await failed;
  expect(shown.state.demo).toMatchObject({ status: 'failed', problem: 'Very busy.' });
  const cut = shown.state.startDemo('learning');
  await settled();
  expect(shown.state.demo).toMatchObject({ status: 'running', problem: null, reply: { text: '' } });
  await api.stream.cut();
  await cut;
  expect(shown.state.demo.status).toBe('failed');
  expect(shown.state.demo.reply?.status).toBe('interrupted');
});

test('a stream that ends before its reply does is a failure', async () => {
  const shown = open();
  const failed = shown.state.startDemo('writing');
  await settled();
  await api.stream.accept();
  await api.stream.close();
  await failed;
  expect(shown.state.demo.status).toBe('failed');
});

test('an account has one demo', async () => {
  expect(open({ known: { ...api.onboardingState, hasDemo: false } }).state.demo.status).toBe('used');
  const shown = open();
  api.failures.set('onboardingDemo', new AppError('conflict'));
  await shown.state.startDemo('writing');
  expect(shown.state.demo).toEqual({ status: 'used', question: null, reply: null, problem: null });
});

test.each([
  ['stopping', (state: ReturnType<typeof open>['state']) => state.stopDemo()],
  ['continuing', (state: ReturnType<typeof open>['state']) => state.next()],
  ['closing', (state: ReturnType<typeof open>['state']) => state.close()],
])('%s ends the demo and keeps its text', async (_, leave) => {
  const shown = open();
  const over = shown.state.startDemo('writing');
  await settled();
  await api.stream.accept();
  await api.stream.send({ type: 'content', content: 'Dear' });
  leave(shown.state);
  await over;
  expect(api.stream.signal.aborted).toBe(true);
  expect(shown.state.demo).toMatchObject({ status: 'over', reply: { text: 'Dear', status: 'stopped' } });
});
