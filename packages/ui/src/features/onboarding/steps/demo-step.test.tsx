// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { Dialog } from 'radix-ui';
import { expect, test } from 'vitest';
import type { OnboardingDemo } from '../../../stores/onboarding/onboarding-demo.ts';
import { reply } from '../../../stores/testing/scripted-samples.ts';
import { DemoStep } from './demo-step.tsx';

const RUNNING: Partial<OnboardingDemo> = { status: 'running', reply: reply('r', { status: 'streaming' }) };
const OVER: Partial<OnboardingDemo> = { status: 'over', reply: reply('r', { text: 'It is 4.' }) };
const STOPPED: Partial<OnboardingDemo> = { status: 'over', reply: reply('r', { status: 'stopped' }) };
const FAILED: Partial<OnboardingDemo> = { status: 'failed', problem: 'The model is busy.' };

test.each([
  ['starts', RUNNING, 'Parley is replying.'],
  ['ends', OVER, 'The reply is complete.'],
  ['was stopped', STOPPED, 'The reply was stopped.'],
  ['fails', FAILED, 'The reply failed. The model is busy.'],
])('screen readers hear that the reply %s', (_what, state, words) => {
  const demo: OnboardingDemo = { status: 'ready', question: 'What is 2 + 2?', reply: null, problem: null, ...state };
  const ignore = () => {};
  render(
    <Dialog.Root open>
      <Dialog.Content aria-describedby={undefined}>
        <DemoStep
          productName="Parley"
          goals={[]}
          demo={demo}
          Reply={() => null}
          onStart={ignore}
          onStop={ignore}
          onPrevious={ignore}
          onNext={ignore}
        />
      </Dialog.Content>
    </Dialog.Root>,
  );
  expect(screen.getByRole('status').textContent).toBe(words);
});
