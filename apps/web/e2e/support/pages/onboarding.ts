import { expect, type Locator, type Page } from '@playwright/test';
import { ONBOARDING_STEPS, type OnboardingAnswers, type OnboardingRequest, type OnboardingStepId } from '@parley/core';
import type { Account } from '../account.ts';
import type { Stack } from '../stack/stack.ts';

/** Page object of the onboarding. */
export interface Onboarding {
  dialog: Locator;
  progress: Locator;
  title: Locator;
  next: Locator;
  previous: Locator;
  skip: Locator;
  goal(name: string): Locator;
  answer(name: string): Locator;
  /** Waits until this step is shown. */
  isAt(step: OnboardingStepId): Promise<void>;
}

export function onboardingOn(page: Page): Onboarding {
  const dialog = page.getByRole('dialog').filter({ hasText: 'of 8' });
  const progress = dialog.getByRole('progressbar', { name: 'Onboarding' });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  return {
    dialog,
    progress,
    title: dialog.getByRole('heading', { level: 2 }),
    next: button('Continue'),
    previous: button('Previous'),
    skip: button('Skip for now'),
    goal: (name) => dialog.getByRole('checkbox', { name }),
    answer: (name) => dialog.getByRole('radio', { name }),
    async isAt(step) {
      const at = ONBOARDING_STEPS.findIndex(({ id }) => id === step) + 1;
      await expect(dialog.getByText(`Step ${at} of 8`, { exact: true })).toBeVisible();
      await expect(progress).toHaveAttribute('aria-valuenow', String(at));
    },
  };
}

/** A full set of answers: base 45, goals 15 + 8 + 6, answers 2 + 4 + 1, bonus 10. */
export const ANSWERS: OnboardingAnswers = {
  goals: ['productivity', 'writing', 'learning'],
  quiz: { hours: '5-to-10', writing: 'sources', repetition: 'weekly' },
};

/** Saves this progress on the server, as another device of the user would. */
export async function saveOnboarding({ url }: Stack, { token }: Account, request: OnboardingRequest): Promise<void> {
  const response = await fetch(`${url}/api/onboarding`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(`It answered ${response.status}: ${await response.text()}`);
}

/** Opens the chat and resolves once it has sent all its initial requests. */
export async function openSettled(page: Page): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/events'), page.goto('/')]);
}
