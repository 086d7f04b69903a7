// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createOnboardingStore } from '../../stores/onboarding/onboarding-store.ts';
import { OnboardingContext } from '../../stores/onboarding/use-onboarding.ts';
import { ScriptedApi } from '../../stores/testing/scripted-api.ts';
import { renderChat } from '../../testing/render-chat.tsx';
import { OnboardingDialog } from './onboarding-dialog.tsx';

/** Opens it at its last step, and goes back in the browser's history. */
async function goBack(reason: 'limit' | 'first-visit') {
  const onClose = vi.fn<() => void>();
  const api = new ScriptedApi();
  const known = { ...api.onboardingState, step: 'premium' } as const;
  const store = createOnboardingStore({ api, reason, known, onClose, onSaved: () => {}, now: () => 0 });
  await renderChat(
    <OnboardingContext value={store}>
      <OnboardingDialog Reply={() => null} manage={null} returnsTo={() => null} />
    </OnboardingContext>,
  );
  await screen.findByText('Step 8 of 8');
  await vi.waitFor(() => expect(history.state).toMatchObject({ isGuard: true }));
  history.replaceState(null, '');
  act(() => void dispatchEvent(new PopStateEvent('popstate')));
  return { onClose, store };
}

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
