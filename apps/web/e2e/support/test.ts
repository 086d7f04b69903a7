import { test as base } from '@playwright/test';
import { signedIn, signUp, type Account } from './account.ts';
import { chatOn, type Chat } from './chat.ts';
import { startStack, type Settings, type Stack } from './stack.ts';

/** One server process takes 20 registrations a minute from one address. */
const TESTS_A_PROCESS = 8;

interface VisitorFixtures {
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
  baseURL: async ({ stack }, use) => use(stack.url),
  chat: async ({ page }, use) => use(chatOn(page)),
});

/** The same, as somebody who has just registered. */
export const userTest = visitorTest.extend<{ account: Account }>({
  account: async ({ stack }, use) => use(await signUp(stack)),
  storageState: async ({ account, stack }, use) => use(signedIn(stack, account)),
});
