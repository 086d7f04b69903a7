import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ASSERTIONS } from './desktop.assertions.ts';
import { PAGE_ORIGIN } from './harness/fake/page-url.ts';
import type { HarnessApp } from './harness/launch.ts';
import type { AppUnderTest } from './support/app-under-test.ts';
import { test } from './support/test.ts';

for (const [what, holds] of Object.entries(ASSERTIONS)) {
  test(what, async ({ start, machine, api, account }) => {
    const wrap = async (app: HarnessApp): Promise<AppUnderTest> => ({
      page: await app.window(),
      serverUrl: api.url,
      origin: PAGE_ORIGIN,
      webPreferences: async () => ({ ...app.fakeWindow().options.webPreferences }),
      openedOutside: async () => app.world.openedOutside,
      startAgain: async (argument) => app.startAgain(argument),
      onDisk: async () =>
        readdirSync(machine.userData, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
      async restart() {
        await app.close();
        return wrap(await start());
      },
    });
    await holds(await wrap(await start()), account);
  });
}
