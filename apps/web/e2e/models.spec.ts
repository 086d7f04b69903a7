import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator } from '@playwright/test';
import { startSandbox } from '@parley/sandbox';
import { expectAccessible, expectAccessibleMenu } from './support/expect-accessible.ts';
import { userTest } from './support/test.ts';

const LONG = 'A thorough model with a very long name';
/** A server with three models, of a provider that runs beside it. */
const modelsTest = userTest.extend<{ asked: () => (string | null)[] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern.
  settings: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-models-'));
    const provider = await startSandbox({ delayMs: 0 });
    requests = () => provider.log().flatMap(({ kind, model }) => (kind === 'reply' && model !== null ? [model] : []));
    const model = (id: string, label: string) => {
      const plans = ['free', 'premium'];
      return {
        id,
        label,
        description: `${label} answers.`,
        address: provider.urls.openai,
        key: null,
        model: id,
        plans,
      };
    };
    const models = [model('swift', 'Swift'), model('deep', 'Deep'), model('long', LONG)];
    await writeFile(join(folder, 'models.json'), JSON.stringify({ models }));
    await use({ FREE_MESSAGES: '1000', MODELS: join(folder, 'models.json') });
    await provider.close();
    await rm(folder, { recursive: true });
  },
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the required fixtures from the pattern.
  asked: async ({}, use) => use(() => requests()),
});
let requests = (): string[] => [];

/** Moves the focus to a row of the open menu with the keyboard. */
async function moveTo(row: Locator): Promise<void> {
  const rows = row.page().getByRole('menu').locator('[role^=menuitem]');
  const place = await row.evaluate((target) =>
    [...(target.closest('[role=menu]')?.querySelectorAll('[role^=menuitem]') ?? [])].indexOf(target),
  );
  for (let step = 0; step <= place; step++) {
    await row.page().keyboard.press(step === 0 ? 'Home' : 'ArrowDown');
    await expect(rows.nth(step)).toBeFocused();
  }
}

for (const { width, tag } of [
  { width: 360, tag: [] },
  { width: 1440, tag: '@all' },
]) {
  modelsTest(
    `a model is chosen, named and retried with the keyboard alone at ${width} px`,
    { tag },
    async ({ page, chat, asked }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      const picker = (name: string) => page.getByRole('button', { name: `Model: ${name}` });
      const option = (name: string) => page.getByRole('menuitemradio', { name });
      await picker('Swift').focus();
      await page.keyboard.press('Enter');
      await expect(option('Swift')).toHaveAttribute('aria-checked', 'true');
      // The menu is within the window, whatever a model is called.
      const { x = -1, width: wide = 0 } = (await page.getByRole('menu').boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + wide).toBeLessThanOrEqual(width);
      await expectAccessibleMenu(page, `the picker at ${width} px`);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toBeHidden();
      await expect(picker('Swift')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(option('Deep')).toBeVisible();
      await moveTo(option('Deep'));
      await page.keyboard.press('Enter');
      await expect(picker('Deep')).toBeFocused();

      await chat.ask('What is 6 * 7?');
      await expect(chat.texts).toContainText('42');
      await chat.ended();
      const more = chat.turns.last().getByRole('button', { name: 'More options' });
      await more.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText('Written by Deep')).toBeVisible();
      const other = page.getByRole('menuitem', { name: 'With Swift' });
      await expect(other).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'With Deep' })).toHaveCount(0);
      await expectAccessibleMenu(page, `the reply's menu at ${width} px`);
      await moveTo(other);
      await page.keyboard.press('Enter');
      await expect.poll(asked).toEqual(['deep', 'swift']);
      await chat.ended();
      await more.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByText('Written by Swift')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(more).toBeFocused();
      // A retry changes no choice, and a long name leaves room for the rest.
      await picker('Deep').click();
      await option(LONG).click();
      await expect(picker(LONG)).toBeVisible();
      await expectAccessible(page);
    },
  );
}
