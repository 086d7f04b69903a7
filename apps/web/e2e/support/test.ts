import { test as base, type Locator, type Page } from '@playwright/test';
import { signedIn, signUp, type Account } from './account.ts';
import { chatOn, type Chat } from './chat.ts';
import { startStack, type Settings, type Stack } from './stack.ts';

/** One server process takes 20 registrations a minute from one address. */
const TESTS_A_PROCESS = 8;

interface VisitorFixtures {
  /**
   * Whether the test is about the onboarding. In all others it never stands in the way: accounts that are made without a
   * browser have seen it, and where one is made on the page, or its free messages end, it is skipped as it shows.
   */
  meetsOnboarding: boolean;
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
  settings: [{ FREE_MESSAGES: '1000' }, { scope: 'worker', option: true }],
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
  page: async ({ page, meetsOnboarding }, use) => {
    // It may go with its page while it is pressed.
    const press = (button: Locator) => button.click({ timeout: 2000 }).catch(() => {});
    if (!meetsOnboarding) await page.addLocatorHandler(skipOn(page), press);
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
});

/** What closes the onboarding; pressed as soon as it is there, unless the test meets the onboarding. */
export const skipOn = (page: Page) => page.getByRole('button', { name: 'Skip for now' });
