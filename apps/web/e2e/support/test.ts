import type { Sandbox } from '@parley/sandbox';
import { test as base, type Locator, type Page } from '@playwright/test';
import { signedIn, signUp, type Account } from './account.ts';
import { chatOn, type Chat } from './pages/chat.ts';
import { startStack, type Settings, type Stack } from './stack/stack.ts';

/** More than any test sends. */
const MANY_MESSAGES = '1000';

interface VisitorFixtures {
  /** Settings of the stack. */
  settings: Settings;
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
  /** Returns the worker's stack with these settings. It keeps the one of `SHARED` and one other. */
  stackWith: (settings: Settings) => Promise<Stack>;
  /** The mail server of `mailTest`. Defined there, it would give the specs with mail workers of their own. */
  mailbox: Sandbox;
}

/** The settings of most tests. */
const SHARED: Settings = { FREE_MESSAGES: MANY_MESSAGES };

/** A test on the whole running stack, as a signed-out visitor. */
export const visitorTest = base.extend<VisitorFixtures, WorkerFixtures>({
  settings: [SHARED, { option: true }],
  stackWith: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      const stacks = new Map<string, Stack>();
      const close = async (name: string) => {
        await stacks.get(name)?.close();
        stacks.delete(name);
      };
      await use(async (settings) => {
        const name = JSON.stringify(settings);
        const running = stacks.get(name);
        if (running) return running;
        // A spec with settings of its own runs as a whole, so the last one's stack is not needed again.
        for (const other of stacks.keys()) if (other !== JSON.stringify(SHARED)) await close(other);
        const stack = await startStack(settings);
        stacks.set(name, stack);
        return stack;
      });
      for (const name of stacks.keys()) await close(name);
    },
    { scope: 'worker' },
  ],
  mailbox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern.
    async ({}, use) => {
      const { startSandbox } = await import('@parley/sandbox');
      const sandbox = await startSandbox();
      await use(sandbox);
      await sandbox.close();
    },
    { scope: 'worker' },
  ],
  stack: async ({ stackWith, settings }, use) => {
    const stack = await stackWith(settings);
    await stack.resetSandbox();
    await use(stack);
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
