import { signedIn, signUp, type Account } from './account.ts';
import { startStack, type Settings } from './stack.ts';
import { visitorTest } from './test.ts';

interface KillableFixtures {
  /** Of the test's own stack; the free tier is as it comes unless they say otherwise. */
  ownSettings: Settings;
  account: Account;
}

/** A test on a stack of its own, which it may kill, as somebody who has just registered. */
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
