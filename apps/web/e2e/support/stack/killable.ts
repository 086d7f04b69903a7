import { signedIn, signUp, type Account } from '../account.ts';
import { startStack, type Settings } from './stack.ts';
import { visitorTest } from '../test.ts';

interface KillableFixtures {
  /** Settings of the test's own stack; the free tier has its default unless set. */
  ownSettings: Settings;
  account: Account;
}

/** A test with a new user on its own stack, which it may kill. */
export const killableTest = visitorTest.extend<KillableFixtures>({
  ownSettings: [{}, { option: true }],
  stack: async ({ ownSettings }, use) => {
    const stack = await startStack(ownSettings);
    await use(stack);
    await stack.close();
  },
  account: async ({ stack }, use) => use(await signUp(stack)),
  storageState: async ({ account, stack }, use) => use(signedIn(stack, account)),
});
