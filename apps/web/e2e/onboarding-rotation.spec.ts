import { expect, type Page } from '@playwright/test';
import { ANSWERS, onboardingOn, saveOnboarding } from './support/pages/onboarding.ts';
import { userTest } from './support/test.ts';

userTest.use({ meetsOnboarding: true, contextOptions: { reducedMotion: 'no-preference' } });

const STEPS = {
  stories: { interval: 4000, attribute: 'aria-selected' },
  features: { interval: 3000, attribute: 'aria-expanded' },
} as const;

for (const [step, { interval, attribute }] of Object.entries(STEPS)) {
  const steps = (page: Page) =>
    onboardingOn(page)
      .dialog.getByRole('group', { name: step === 'stories' ? 'Success stories' : 'Features' })
      .locator(`[${attribute}]`);
  const expectShown = async (page: Page, index: number) => {
    for (const [at, each] of (await steps(page).all()).entries())
      await expect(each).toHaveAttribute(attribute, String(at === index));
  };

  userTest(
    `the ${step} step rotates every ${interval} ms and pauses on hover, focus, or Pause`,
    async ({ page, stack, account }) => {
      const { dialog, isAt, title } = onboardingOn(page);
      await saveOnboarding(stack, account, { answers: ANSWERS, step: step as keyof typeof STEPS });
      await page.clock.install();
      await page.goto('/');
      await isAt(step as keyof typeof STEPS);
      // From here on, only the test advances the clock.
      await page.clock.pauseAt(Date.now() + 3_600_000);
      const control = (name: string) => dialog.getByRole('button', { name, exact: true });
      const first = await steps(page).evaluateAll(
        (all, name) => all.findIndex((each) => each.getAttribute(name) === 'true'),
        attribute,
      );
      const count = await steps(page).count();
      const at = (moves: number) => (first + moves) % count;
      await page.clock.runFor(interval);
      await expectShown(page, at(1));
      await page.clock.runFor(interval - 1);
      await expectShown(page, at(1));
      await page.clock.runFor(1);
      await expectShown(page, at(2));

      await steps(page).first().hover();
      await page.clock.runFor(interval * 2);
      await expectShown(page, at(2));
      await title.hover();
      await page.clock.runFor(interval);
      await expectShown(page, at(3));

      await steps(page).nth(at(3)).focus();
      await page.clock.runFor(interval * 2);
      await expectShown(page, at(3));
      await title.focus();
      await page.clock.runFor(interval);
      await expectShown(page, at(4));

      await control('Pause').click();
      await title.hover();
      await title.focus();
      await page.clock.runFor(interval * 2);
      await expectShown(page, at(4));
      await control('Play').click();
      await title.hover();
      await title.focus();
      await page.clock.runFor(interval);
      await expectShown(page, at(5));

      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expect(control('Pause')).toHaveCount(0);
      await page.clock.runFor(interval * 2);
      await expectShown(page, at(5));
    },
  );
}

userTest(
  'with forced colors, the tabs of the stories are visible, and the selected one differs',
  async ({ page, stack, account }) => {
    await saveOnboarding(stack, account, { answers: ANSWERS, step: 'stories' });
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await page.goto('/');
    const { dialog, isAt } = onboardingOn(page);
    await isAt('stories');
    const barOf = (isSelected: boolean) =>
      dialog
        .getByRole('tab', { selected: isSelected })
        .first()
        .evaluate((tab) => getComputedStyle(tab, '::before').backgroundColor);
    const [shown, other, surface] = [
      await barOf(true),
      await barOf(false),
      await dialog.evaluate((card) => getComputedStyle(card).backgroundColor),
    ];
    expect(new Set([shown, other, surface]).size).toBe(3);
  },
);
