// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { QUIZ, type OnboardingStepId } from '@parley/core';
import { expect, test, vi } from 'vitest';
import { createOnboardingStore } from '../../stores/onboarding/onboarding-store.ts';
import { OnboardingContext } from '../../stores/onboarding/use-onboarding.ts';
import { ScriptedApi } from '../../stores/testing/scripted-api.ts';
import { renderChat } from '../../testing/render-chat.tsx';
import { OnboardingDialog } from './onboarding-dialog.tsx';

async function open(step: OnboardingStepId, reason: 'limit' | 'first-visit' = 'first-visit') {
  const onClose = vi.fn<() => void>();
  const api = new ScriptedApi();
  const known = { ...api.onboardingState, step };
  const store = createOnboardingStore({ api, reason, known, onClose, onSaved: () => {}, now: () => 0 });
  const shown = await renderChat(
    <OnboardingContext value={store}>
      <OnboardingDialog Reply={() => null} manage={null} returnsTo={() => null} />
    </OnboardingContext>,
  );
  return { ...shown, onClose, store };
}

/** Goes back in the browser's history. */
async function leaveGuard() {
  await vi.waitFor(() => expect(history.state).toMatchObject({ isGuard: true }));
  history.replaceState(null, '');
  act(() => void dispatchEvent(new PopStateEvent('popstate')));
}

/** Opens it at its last step, and goes back in the browser's history. */
async function goBack(reason: 'limit' | 'first-visit') {
  const opened = await open('premium', reason);
  await screen.findByText('Step 8 of 8');
  await leaveGuard();
  return opened;
}

const [first, second] = QUIZ;
const questionIsRead = async ({ text }: (typeof QUIZ)[number]) => {
  await screen.findByRole('heading', { name: text });
  expect(document.activeElement?.textContent).toBe(text);
};

test('the question that Previous or Continue shows again is read, not skipped', async () => {
  const { press, user } = await open('quiz');
  await user.click(await screen.findByRole('radio', { name: first.answers[0].label }));
  expect(document.activeElement?.textContent).toBe('Continue');
  await press('Continue');
  await questionIsRead(second);
  await press('Previous');
  await questionIsRead(first);
  await press('Continue');
  await user.click(screen.getByRole('radio', { name: second.answers[0].label }));
  await press('Previous');
  await press('Continue');
  await questionIsRead(second);
});

test('the browser’s Back leads to the question before, and from the first one to the step before', async () => {
  const { press, user, store } = await open('quiz');
  await user.click(await screen.findByRole('radio', { name: first.answers[0].label }));
  await press('Continue');
  await leaveGuard();
  await questionIsRead(first);
  expect(store.getState().step).toBe('quiz');
  await leaveGuard();
  expect(store.getState().step).toBe('goals');
});

test('the browser’s Back leads to the step before', async () => {
  const { onClose, store } = await goBack('first-visit');
  expect(store.getState().step).toBe('demo');
  expect(onClose).not.toHaveBeenCalled();
});

test('at the limit, which shows only the last step, the browser’s Back closes the onboarding', async () => {
  const { onClose, store } = await goBack('limit');
  expect(store.getState().step).toBe('premium');
  expect(onClose).toHaveBeenCalledOnce();
});
