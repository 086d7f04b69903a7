import { test as base, type Locator, type Page } from '@playwright/test';
import { signedIn, signUp, type Account } from './account.ts';
import { chatOn, type Chat } from './chat.ts';
import { startStack, type Settings, type Stack } from './stack.ts';

/** What one process takes from one address is limited: 20 sign-ins with Apple in 15 minutes, for one. */
const TESTS_A_PROCESS = 16;
/** More than any test sends. */
const MANY_MESSAGES = '1000';

interface VisitorFixtures {
  /**
   * Whether the test is about the onboarding. In all others it never stands in the way: accounts that are made without a
   * browser have seen it, and where one is made on the page, or its free messages end, it is skipped as it shows.
   */
  meetsOnboarding: boolean;
  /** Whether the page is looked at for it before every step, which takes its time. */
  skipsOnboarding: boolean;
  stack: Stack;
  chat: Chat;
}

interface WorkerFixtures {
  /** Of the stack, over those that every test has. */
  settings: Settings;
  runningStack: { stack: Stack; tests: number };
}

/** A test on the whole running stack, as somebody who is not signed in. */
export const visitorTest = base.extend<VisitorFixtures, WorkerFixtures>({
  settings: [{ FREE_MESSAGES: MANY_MESSAGES }, { scope: 'worker', option: true }],
  runningStack: [
    async ({ settings }, use) => {
      const stack = await startStack(settings);
      await use({ stack, tests: 0 });
      await stack.close();
    },
    { scope: 'worker' },
  ],
  stack: async ({ runningStack }, use) => {
    const { stack } = runningStack;
    if (runningStack.tests++ % TESTS_A_PROCESS === TESTS_A_PROCESS - 1) {
      await stack.kill();
      await stack.start();
    }
    await use(stack);
  },
  meetsOnboarding: [false, { option: true }],
  skipsOnboarding: ({ meetsOnboarding }, use) => use(!meetsOnboarding),
  page: async ({ page, skipsOnboarding }, use) => {
    // It may go with its page while it is pressed.
    const press = (button: Locator) => button.click({ timeout: 2000 }).catch(() => {});
    if (skipsOnboarding) await page.addLocatorHandler(skipOn(page), press);
    await use(page);
  },
  baseURL: async ({ stack }, use) => use(stack.url),
  chat: async ({ page }, use) => use(chatOn(page)),
});

/** The same, as somebody who has just registered; where the test meets the onboarding, nobody has closed it yet. */
export const userTest = visitorTest.extend<{ account: Account }>({
  account: async ({ stack, meetsOnboarding }, use) =>
    use(await signUp(stack, undefined, { hasSeenOnboarding: !meetsOnboarding })),
  storageState: async ({ account, stack }, use) => use(signedIn(stack, account)),
  // Who has closed it and has messages left does not see it again.
  skipsOnboarding: ({ meetsOnboarding, settings }, use) =>
    use(!meetsOnboarding && settings['FREE_MESSAGES'] !== MANY_MESSAGES),
});

/** What closes the onboarding; pressed as soon as it is there, unless the test meets the onboarding. */
export const skipOn = (page: Page) => page.getByRole('button', { name: 'Skip for now' });
