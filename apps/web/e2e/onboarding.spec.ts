import { expect, type Page } from '@playwright/test';
import { ANALYSIS_PERCENTS, ONBOARDING_STEPS } from '@parley/core';
import { signedIn } from './support/account.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { ANSWERS, onboardingOn, openSettled, saveOnboarding } from './support/pages/onboarding.ts';
import { userTest } from './support/test.ts';

userTest.use({ meetsOnboarding: true });

/** Collects the URLs of scripts requested from now on. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  return scripts;
}

userTest('skipped onboarding never appears again on any device', async ({ page, chat, browser, stack, account }) => {
  const { dialog, title, skip, isAt } = onboardingOn(page);
  await page.goto('/');
  await isAt('welcome');
  await expect(title).toHaveText('Welcome to Parley');
  await expect(title).toBeFocused();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await skip.click();
  await expect(dialog).toHaveCount(0);
  await expect(chat.box).toBeFocused();
  expect((await saved).ok()).toBe(true);

  await openSettled(page);
  await expect(chat.box).toBeVisible();
  await expect(dialog).toHaveCount(0);

  const elsewhere = await browser.newContext({ storageState: signedIn(stack, account) });
  const other = await elsewhere.newPage();
  const scripts = scriptsOf(other);
  const asked = other.waitForResponse('**/api/onboarding');
  await openSettled(other);
  expect(await (await asked).json()).toMatchObject({ hasSeen: true });
  await expect(onboardingOn(other).dialog).toHaveCount(0);
  expect(scripts.filter((url) => /onboarding|plan-choice/.test(url))).toEqual([]);
  await elsewhere.close();
});

userTest('Escape skips the onboarding, and a click outside does not', async ({ page, chat }) => {
  const { dialog, isAt } = onboardingOn(page);
  await page.goto('/');
  await isAt('welcome');
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  const saved = page.waitForRequest((request) => request.method() === 'PUT');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(chat.box).toBeFocused();
  expect((await saved).postDataJSON()).toEqual({ hasSeen: true });
});

userTest('every step is accessible and works with the mouse, up to the suggestions in the chat', async ({ page }) => {
  // With `--all`, each of the ten screens is checked four times.
  userTest.setTimeout(180_000);
  const { dialog, title, next, previous, skip, goal, answer, isAt } = onboardingOn(page);
  await page.goto('/');
  await isAt('welcome');
  await expectAccessible(page);
  await expect(previous).toHaveCount(0);
  await next.click();

  await isAt('goals');
  await expectAccessible(page);
  await expect(next).toBeDisabled();
  for (const name of ['Productivity', 'Writing', 'Research', 'Learning']) await goal(name).check();
  await goal('Research').uncheck();
  await next.click();

  await isAt('quiz');
  await expectAccessible(page);
  await expect(next).toBeDisabled();
  await answer('Five to ten hours').click();
  await expect(answer('Five to ten hours')).toBeChecked();
  await expect(answer('Less than two hours')).toBeDisabled();
  await next.click();
  await expect(title).toHaveText('What takes you longest when you write?');
  await answer('Checking facts and finding sources').click();
  await next.click();
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const percent = document.querySelector('[aria-label=Analysis]')?.getAttribute('aria-valuenow');
      if (percent && percent !== seen.at(-1)) seen.push(percent);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await answer('About once a week').click();

  await isAt('assessment');
  await expectAccessible(page);
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual(
    ANALYSIS_PERCENTS.map(String),
  );
  await expect(dialog.getByRole('img')).toHaveAccessibleName('Score 91: base 45, goals 29, answers 7, bonus 10');
  await expect(dialog).toContainText('91out of 95');
  await next.click();

  await isAt('stories');
  await expectAccessible(page);
  await expect(dialog.getByText('EXAMPLE').first()).toBeVisible();
  await next.click();
  await isAt('features');
  await expectAccessible(page);
  await next.click();
  await isAt('demo');
  await expectAccessible(page);
  await next.click();
  await isAt('premium');
  // Its color changes once the plans are loaded.
  await expect(dialog.getByRole('button', { name: 'Upgrade to Premium' })).toBeEnabled();
  await expectAccessible(page);
  await skip.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Turn my to-do list into a plan for today' })).toBeVisible();
});

userTest('every step works with the keyboard alone', async ({ page }) => {
  const { dialog, title, next, goal, answer, isAt } = onboardingOn(page);
  const { keyboard } = page;
  /** Presses Tab until this element has the focus. */
  const tabTo = async (wanted: ReturnType<typeof goal>) => {
    for (let presses = 0; presses < 30; presses++) {
      await keyboard.press('Tab');
      if (await wanted.evaluate((element) => element === document.activeElement)) return;
    }
    await expect(wanted).toBeFocused();
  };
  await page.goto('/');
  await isAt('welcome');
  await tabTo(next);
  await keyboard.press('Enter');
  await isAt('goals');
  await expect(title).toBeFocused();
  for (const name of ['Productivity', 'Writing', 'Learning']) {
    await tabTo(goal(name));
    await keyboard.press('Space');
  }
  await tabTo(next);
  await keyboard.press('Enter');
  await isAt('quiz');
  for (const [index, name] of ['Two to five hours', 'Getting started', 'Hardly ever'].entries()) {
    await expect(title).toBeFocused();
    await keyboard.press('Tab');
    for (let presses = 0; presses < 4; presses++) await keyboard.press('ArrowDown');
    if (name === 'Two to five hours') await keyboard.press('ArrowDown');
    await expect(answer(name)).toBeFocused();
    await expect(answer(name)).not.toBeChecked();
    await keyboard.press('Enter');
    if (index === 2) break;
    await expect(answer(name)).toBeChecked();
    await expect(next).toBeFocused();
    await keyboard.press('Enter');
  }
  await isAt('assessment');
  await tabTo(next);
  await keyboard.press('Enter');
  await isAt('stories');
  await expect(title).toBeFocused();
  await keyboard.press('Tab');
  const tabs = dialog.getByRole('tab');
  await expect(tabs.first()).toBeFocused();
  await keyboard.press('ArrowRight');
  await expect(tabs.nth(1)).toBeFocused();
  await expect(dialog.getByRole('tabpanel')).toContainText('Tomás');
  await keyboard.press('End');
  await expect(dialog.getByRole('tabpanel')).toContainText('Daniel');
  await tabTo(next);
  await keyboard.press('Enter');
  await isAt('features');
  await tabTo(dialog.getByRole('button', { name: 'Secure and private' }));
  await keyboard.press('Enter');
  await expect(dialog).toContainText('Export or delete them whenever you like.');
  await tabTo(next);
  await keyboard.press('Enter');
  await isAt('demo');
  await expect(title).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(dialog.locator('.prose')).toBeVisible();
  await tabTo(next);
  await keyboard.press('Enter');
  await isAt('premium');
  await tabTo(dialog.getByRole('radio', { name: 'Monthly' }));
  await keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: 'Yearly' })).toBeChecked();
  // Tab never leaves the dialog.
  for (let presses = 0; presses < 12; presses++) await keyboard.press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
});

userTest('Previous goes back through every step and keeps the answers', async ({ page, stack, account }) => {
  const { title, previous, goal, answer, isAt } = onboardingOn(page);
  await saveOnboarding(stack, account, { answers: ANSWERS, step: 'premium' });
  await page.goto('/');
  for (const { id } of ONBOARDING_STEPS.toReversed().slice(0, 6)) {
    await isAt(id);
    if (id !== 'quiz') await previous.click();
  }
  await expect(answer('About once a week')).toBeChecked();
  await previous.click();
  await expect(answer('Checking facts and finding sources')).toBeChecked();
  await expect(answer('Getting the tone right')).toBeDisabled();
  await previous.click();
  await expect(title).toHaveText(/^How much of your week/);
  await previous.click();
  await isAt('goals');
  await expect(goal('Writing')).toBeChecked();
  await expect(goal('Research')).not.toBeChecked();
  await previous.click();
  await isAt('welcome');
});

userTest('a reload resumes at the same step with the answers given', async ({ page }) => {
  const { next, goal, answer, title, isAt } = onboardingOn(page);
  await page.goto('/');
  await next.click();
  await goal('Automation').check();
  await Promise.all([page.waitForResponse((response) => response.request().method() === 'PUT'), next.click()]);
  await isAt('quiz');
  await Promise.all([
    page.waitForResponse((response) => response.request().postData()?.includes('over-10') ?? false),
    answer('More than ten hours').click(),
  ]);
  await page.reload();
  await isAt('quiz');
  await expect(title).toHaveText('What takes you longest when you write?');
});

userTest('the onboarding continues offline and is saved after reconnecting', async ({ page, context }) => {
  const { dialog, next, goal, isAt } = onboardingOn(page);
  await page.goto('/');
  await isAt('welcome');
  await context.setOffline(true);
  await next.click();
  await isAt('goals');
  await expect(dialog).toContainText('You’re offline. Your choices are saved here until you reconnect.');
  await goal('Learning').check();
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
  await context.setOffline(false);
  await expect(dialog).not.toContainText('You’re offline.');
  expect(await (await saved).json()).toMatchObject({ step: 'goals', answers: { goals: ['learning'] } });
  await next.click();
  await isAt('quiz');
});
