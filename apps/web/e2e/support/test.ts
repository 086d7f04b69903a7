import { test as base, type Locator, type Page } from '@playwright/test';
import { signedIn, signUp, type Account } from './account.ts';
import { chatOn, type Chat } from './chat.ts';
import { startStack, type Settings, type Stack } from './stack.ts';

/** More than any test sends. */
const MANY_MESSAGES = '1000';

interface VisitorFixtures {
  /**
   * Whether the test is about the onboarding. Other tests never see it: accounts created without a
   * browser have closed it, and if a test registers on the page or reaches the limit, it is skipped when it shows.
   */
  meetsOnboarding: boolean;
  /** Whether the page is checked for it before every step, which is slow. */
  skipsOnboarding: boolean;
  stack: Stack;
  chat: Chat;
}

interface WorkerFixtures {
  /** Settings of the stack, in addition to those of every test. */
  settings: Settings;
  runningStack: Stack;
}

/** A test on the whole running stack, as a signed-out visitor. */
export const visitorTest = base.extend<VisitorFixtures, WorkerFixtures>({
  settings: [{ FREE_MESSAGES: MANY_MESSAGES }, { scope: 'worker', option: true }],
  runningStack: [
    async ({ settings }, use) => {
      const stack = await startStack(settings);
      await use(stack);
      await stack.close();
    },
    { scope: 'worker' },
  ],
  stack: async ({ runningStack }, use) => {
    await runningStack.resetSandbox();
    await use(runningStack);
  },
  meetsOnboarding: [false, { option: true }],
  skipsOnboarding: ({ meetsOnboarding }, use) => use(!meetsOnboarding),
  page: async ({ page, skipsOnboarding }, use) => {
    // The button may disappear with its page during the click.
    const press = (button: Locator) => button.click({ timeout: 2000 }).catch(() => {});
    if (skipsOnboarding) await page.addLocatorHandler(skipOn(page), press);
    await use(page);
  },
  baseURL: async ({ stack }, use) => use(stack.url),
  chat: async ({ page }, use) => use(chatOn(page)),
});

/** The same, as a newly registered user, who has closed the onboarding unless the test is about it. */
export const userTest = visitorTest.extend<{ account: Account }>({
  account: async ({ stack, meetsOnboarding }, use) =>
    use(await signUp(stack, undefined, { hasSeenOnboarding: !meetsOnboarding })),
  storageState: async ({ account, stack }, use) => use(signedIn(stack, account)),
  // A user who has closed it and has messages left does not see it again.
  skipsOnboarding: ({ meetsOnboarding, settings }, use) =>
    use(!meetsOnboarding && settings['FREE_MESSAGES'] !== MANY_MESSAGES),
});

/** The button that closes the onboarding, clicked as soon as it appears unless the test is about the onboarding. */
const skipOn = (page: Page) => page.getByRole('button', { name: 'Skip for now' });
