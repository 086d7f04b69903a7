import { randomUUID } from 'node:crypto';
import { expect, type Locator } from '@playwright/test';
import { readCatalog } from '@parley/languages/read-catalog';
import { adminOf, GALLERY_SETTINGS } from './gallery/gallery-settings.ts';
import { ADMIN_SCREENS, ONBOARDING_SCREENS, USER_SCREENS, VISITOR_SCREENS } from './gallery/screens.ts';
import type { OnPage } from './gallery/steps.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { PASSWORD, signedIn, signUp } from './support/account.ts';
import { appCode } from './support/app-code.ts';
import { chatOn } from './support/pages/chat.ts';
import { ANSWERS, saveOnboarding } from './support/pages/onboarding.ts';
import { openSettings } from './support/pages/settings-dialog.ts';
import { userTest, visitorTest } from './support/test.ts';
import { untranslatedTexts, usePseudoLanguage } from './support/untranslated.ts';

/** One screen of each kind is checked every time, the others with `npm test -- --all`. */
const ALWAYS = ['landing', 'rich reply', 'settings', 'admin setup', 'onboarding, Goals'];
const tagOf = (name: string) => (ALWAYS.includes(name) ? {} : { tag: '@all' });

async function expectTranslatable(
  { page, stack }: Pick<OnPage, 'page' | 'stack'>,
  arrange: () => Promise<unknown>,
): Promise<void> {
  await usePseudoLanguage(page, stack.url);
  await arrange();
  await expect(page.locator('h1, h2, textarea, [role=dialog]').first()).toBeVisible();
  expect(await untranslatedTexts(page)).toEqual([]);
}

visitorTest.describe('each text can be translated', () => {
  visitorTest.use({ settings: GALLERY_SETTINGS });
  userTest.use({ settings: GALLERY_SETTINGS });
  for (const [name, arrange] of Object.entries(VISITOR_SCREENS)) {
    visitorTest(name, tagOf(name), ({ page, chat, stack }) => {
      return expectTranslatable({ page, stack }, () => arrange({ page, chat, stack }));
    });
  }
  for (const [name, arrange] of Object.entries(USER_SCREENS)) {
    userTest(name, tagOf(name), ({ page, chat, stack, account }) => {
      return expectTranslatable({ page, stack }, () => arrange({ page, chat, stack, account }));
    });
  }
  userTest.describe('onboarding', () => {
    userTest.use({ meetsOnboarding: true });
    for (const [name, arrange] of Object.entries(ONBOARDING_SCREENS)) {
      userTest(name, tagOf(name), ({ page, chat, stack, account }) => {
        return expectTranslatable({ page, stack }, () => arrange({ page, chat, stack, account }));
      });
    }
  });
});

visitorTest.describe('each text of an admin can be translated', () => {
  visitorTest.use({ settings: GALLERY_SETTINGS });
  for (const [name, arrange] of Object.entries(ADMIN_SCREENS)) {
    visitorTest(name, tagOf(name), async ({ browser, stack, baseURL }) => {
      const account = await adminOf(stack);
      const page = await browser.newPage({ storageState: signedIn(stack, account), ...(baseURL && { baseURL }) });
      await expectTranslatable({ page, stack }, () => arrange({ page, chat: chatOn(page), stack, account }));
      await page.close();
    });
  }
});

/** The left edge of the letter at this index, and of its box, in a text that is the element's only child. */
function edgesOf(text: Locator, at: number): Promise<{ letter: number; box: number }> {
  return text.evaluate((element, index) => {
    const range = document.createRange();
    range.setStart(element.firstChild ?? element, index);
    range.setEnd(element.firstChild ?? element, index + 1);
    return { letter: range.getBoundingClientRect().x, box: element.getBoundingClientRect().x };
  }, at);
}

userTest('choosing another language keeps what was typed and the running reply', async ({ page, chat }) => {
  await page.goto('/');
  await chat.ask('[[long 200]]');
  await expect(chat.turns).toHaveCount(2);
  await chat.box.fill('Typed meanwhile,\nin two lines');
  const settings = await openSettings(page);
  await settings.field('Language').selectOption('ar');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.locator('#root main textarea')).toHaveValue('Typed meanwhile,\nin two lines');
  await expect(page.locator('#root main .prose')).toContainText('200');
});

userTest.describe('in Arabic', () => {
  userTest.use({ locale: 'ar-EG' });

  userTest('the chat is laid out from right to left', async ({ page, chat, account }) => {
    await account.ask('What is 6 * 7?');
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    const sidebar = page.getByRole('complementary');
    await expect(sidebar).toBeVisible();
    const main = await page.locator('#root').getByRole('main').boundingBox();
    expect((await sidebar.boundingBox())?.x).toBeGreaterThanOrEqual((main?.x ?? 0) + (main?.width ?? 0));
    await expect(chat.texts).toContainText('42');
    await expectAccessible(page);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expectAccessible(page);
  });

  userTest('a title in another direction lines up with the page', async ({ page, account }) => {
    const arabic = readCatalog('ar');
    const button = (english: string) => page.getByRole('button', { name: arabic.message(english) ?? '', exact: true });
    await account.ask('What is 6 * 7?');
    await page.goto('/');
    await button('Settings').click();
    await button('View archived conversations').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio').first().check({ force: true });
    const title = dialog.getByRole('link', { name: 'What is 6 * 7?' });
    const [end, listEnd] = await title.evaluate((link) => [
      link.getBoundingClientRect().right,
      link.parentElement?.getBoundingClientRect().right,
    ]);
    expect(end).toBe(listEnd);
  });

  userTest('addresses that begin with a digit read from left to right', async ({ browser, stack, baseURL }) => {
    const account = await signUp(stack, `2024-anna.${randomUUID()}@example.com`);
    const storageState = signedIn(stack, account);
    const page = await browser.newPage({ storageState, locale: 'ar-EG', ...(baseURL && { baseURL }) });
    const button = (english: string) => {
      return page.getByRole('button', { name: readCatalog('ar').message(english) ?? '', exact: true });
    };
    await page.goto('/');
    await button('Settings').click();
    const openDeletion = async () => {
      await button('Back').click();
      await button('Delete account').click();
    };
    for (const open of [() => Promise.resolve(), () => button('View ways to sign in').click(), openDeletion]) {
      await open();
      const email = page.getByRole('dialog').getByText(account.email, { exact: true });
      expect((await edgesOf(email, 0)).letter).toBeLessThan((await edgesOf(email, 5)).letter);
    }
    await page.close();
  });

  userTest('long names in another direction keep their beginnings', async ({ page, account }) => {
    const arabic = readCatalog('ar');
    const button = (english: string) => page.getByRole('button', { name: arabic.message(english) ?? '', exact: true });
    const title = 'Rewrite this note in a friendlier tone, and keep every name in it as it was written';
    const id = await account.ask(title);
    const headers = { Authorization: `Bearer ${account.token}` };
    await page.request.patch(`/api/chat/${id}`, { headers, data: { title } });
    await account.share(id);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    const name = `${'The flora of the river valleys '.repeat(3)}.txt`;
    const chooser = page.waitForEvent('filechooser');
    await button('Attach a file').click();
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('Alnus glutinosa') });
    const file = await edgesOf(page.getByRole('main').getByText(name, { exact: true }), 0);
    expect(file.letter).toBeGreaterThanOrEqual(file.box);

    await page.setViewportSize({ width: 1280, height: 800 });
    await button('Settings').click();
    await button('View shared links').click();
    const link = await edgesOf(page.getByRole('dialog').getByRole('link', { name: title }), 0);
    expect(link.letter).toBeGreaterThanOrEqual(link.box);
  });

  userTest('a title that is a question keeps its mark inside the quotation marks', async ({ page, account }) => {
    await page.goto(`/c/${await account.ask('What is 6 * 7?')}`);
    const entry = page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'What is 6 * 7?' });
    await entry.hover();
    await entry.getByRole('button').first().click();
    await page.getByRole('menuitem', { name: readCatalog('ar').message('Delete') ?? '', exact: true }).click();
    const question = page.getByRole('alertdialog').getByText('What is 6 * 7?');
    const text = await question.textContent();
    const at = text?.indexOf('What') ?? -1;
    const mark = await edgesOf(question, at + 'What is 6 * 7'.length);
    expect((await edgesOf(question, at)).letter).toBeLessThan(mark.letter);
  });

  userTest('codes and keys read from left to right, and line up with the page', async ({ page }) => {
    const arabic = readCatalog('ar');
    const named = (english: string) => ({ name: arabic.message(english) ?? '', exact: true });
    const button = (english: string) => page.getByRole('button', named(english));
    // In a text from right to left, digits before a hyphen and a letter would stand behind them.
    const codes = Array.from({ length: 10 }, () => '1234-ABCD-EFGH-JKM0');
    await page.route('**/api/account/second-factor', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fulfill({ json: { success: true, recoveryCodes: codes } });
    });
    await page.goto('/');
    await button('Settings').click();
    await button('View two-step sign-in').click();
    await button('Set up').click();
    await page.getByLabel(arabic.message('Current password') ?? '').fill(PASSWORD);
    await button('Continue').click();
    const key = page.getByLabel(arabic.message('Key') ?? '', { exact: true });
    await expect(key).toHaveCSS('direction', 'ltr');
    await page.getByRole('textbox', named('Code')).fill(appCode(await key.inputValue()));
    await button('Turn on').click();
    const code = page.getByRole('list', named('Recovery codes')).getByText('1234').first();
    const [first, last, part, list] = await code.evaluate((element) => {
      const letter = (at: number) => {
        const range = document.createRange();
        range.setStart(element.firstChild ?? element, at);
        range.setEnd(element.firstChild ?? element, at + 1);
        return range.getBoundingClientRect().x;
      };
      const item = element.closest('li');
      return [letter(0), letter(18), element.getBoundingClientRect().right, item?.getBoundingClientRect().right];
    });
    expect(first).toBeLessThan(last ?? 0);
    expect(part).toBeCloseTo(list ?? 0, 0);
  });

  userTest.describe('the onboarding', () => {
    userTest.use({ meetsOnboarding: true });

    userTest(
      'writes the sign before the points, and marks the beginning of a story',
      async ({ page, stack, account }) => {
        await saveOnboarding(stack, account, { step: 'assessment', answers: ANSWERS });
        await page.goto('/');
        const [sign, digit] = await page.getByText('+29', { exact: true }).evaluate((points) => {
          const x = (at: number) => {
            const range = document.createRange();
            range.setStart(points.firstChild ?? points, at);
            range.setEnd(points.firstChild ?? points, at + 1);
            return range.getBoundingClientRect().x;
          };
          return [x(0), x(1)];
        });
        expect(sign).toBeLessThan(digit ?? 0);
        await page.getByRole('button', { name: readCatalog('ar').message('Continue') ?? '', exact: true }).click();
        await expect(page.locator('[role=tabpanel][data-shown]')).toHaveCSS('border-right-width', '2px');
      },
    );
  });
});
