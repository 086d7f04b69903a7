import { test as base } from '@playwright/test';
import { signUp, type Account } from '@parley/web/account';
import { startStack, type Stack } from '@parley/web/stack';
import { createMachine, type Machine } from '../harness/fake/machine.ts';
import { launch, type HarnessApp } from '../harness/launch.ts';
import { startOriginProxy, type OriginProxy } from '../harness/origin-proxy.ts';

export interface TestFixtures {
  machine: Machine;
  /** Starts the app on the machine. It ends with the test. */
  start: (options?: Partial<Parameters<typeof launch>[1]>) => Promise<HarnessApp>;
  /** A registered user. */
  account: Account;
}

export interface WorkerFixtures {
  stack: Stack;
  api: OriginProxy;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the required fixtures from it
    async ({}, use) => {
      const stack = await startStack({ FREE_MESSAGES: '1000' });
      await use(stack);
      await stack.close();
    },
    { scope: 'worker' },
  ],
  api: [
    async ({ stack }, use) => {
      const api = await startOriginProxy(stack.url);
      await use(api);
      await api.close();
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  machine: async ({}, use) => {
    const machine = createMachine();
    await use(machine);
    machine.remove();
  },
  start: async ({ browser, machine, api }, use) => {
    const apps: HarnessApp[] = [];
    await use(async (options = {}) => {
      const app = await launch(browser, { machine, server: api.url, ...options });
      apps.push(app);
      return app;
    });
    api.mend();
    for (const app of apps) await app.close();
  },
  account: async ({ stack }, use) => {
    await use(await signUp(stack));
  },
});
