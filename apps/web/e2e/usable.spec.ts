import { expect, type Page } from '@playwright/test';
import { adminOf, GALLERY_SETTINGS } from './gallery/gallery-settings.ts';
import { ADMIN_SCREENS, ONBOARDING_SCREENS, USER_SCREENS, VISITOR_SCREENS } from './gallery/screens.ts';
import { signedIn } from './support/account.ts';
import { openAuthDialog } from './support/pages/auth-dialog.ts';
import { openSettings } from './support/pages/settings-dialog.ts';
import { userTest, visitorTest } from './support/test.ts';
import { expectUsable, faultsOf } from './support/usable/expect-usable.ts';

/** One screen of each kind is checked every time, others with `npm test -- --all`. */
const ALWAYS = ['registration refused', 'rich reply', 'settings'];

/** Faults are known here: docs/accessibility.md names them. */
const FAULTY =
  /^(search|image|attachments|summary in the thread|limit reached|offline|reply, remembered|onboarding, Premium)$/;

/** Arrow keys move in an open menu, not Tab, and it is placed when it opens, not when the text grows. */
const MENUS = /^(message options|conversation menu)$/;

const without = <Arrange>(screens: Record<string, Arrange>): [string, Arrange][] =>
  Object.entries(screens).filter(([name]) => !FAULTY.test(name) && !MENUS.test(name));

const tagOf = (name: string) => (ALWAYS.includes(name) ? {} : { tag: '@all' });

async function expectScreen(page: Page, arrange: () => Promise<unknown>): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await arrange();
  await expect(page.locator('h1, h2, textarea, [role=dialog]').first()).toBeVisible();
  await expectUsable(page);
}

visitorTest.describe('each screen can be used at any size, by keyboard and with forced colors', () => {
  visitorTest.use({ settings: GALLERY_SETTINGS });
  userTest.use({ settings: GALLERY_SETTINGS });
  for (const [name, arrange] of without(VISITOR_SCREENS)) {
    visitorTest(name, tagOf(name), ({ page, chat, stack }) => expectScreen(page, () => arrange({ page, chat, stack })));
  }
  for (const [name, arrange] of without(USER_SCREENS)) {
    userTest(name, tagOf(name), ({ page, chat, stack, account }) =>
      expectScreen(page, () => arrange({ page, chat, stack, account })),
    );
  }
  for (const [name, arrange] of without(ADMIN_SCREENS)) {
    visitorTest(name, tagOf(name), async ({ browser, stack, chat, baseURL }) => {
      const account = await adminOf(stack);
      const page = await browser.newPage({ storageState: signedIn(stack, account), ...(baseURL && { baseURL }) });
      await expectScreen(page, () => arrange({ page, chat, stack, account }));
      await page.close();
    });
  }
  userTest.describe('onboarding', () => {
    userTest.use({ meetsOnboarding: true });
    for (const [name, arrange] of without(ONBOARDING_SCREENS)) {
      userTest(name, tagOf(name), ({ page, chat, stack, account }) =>
        expectScreen(page, () => arrange({ page, chat, stack, account })),
      );
    }
  });
});

visitorTest('the checks find planted faults', async ({ page }) => {
  await page.goto('/contact');
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
  await page.evaluate(() => {
    const plant = (style: Partial<CSSStyleDeclaration>, ...names: string[]) => {
      const part = document.createElement('div');
      Object.assign(part.style, style);
      for (const name of names)
        part.append(Object.assign(document.createElement('button'), { ariaLabel: name, textContent: name }));
      document.querySelector('main')!.append(part);
      return part;
    };
    plant({ position: 'absolute', left: '0', width: '700px', height: '1px' }).id = 'wide';
    const clipped = plant({ width: 'max-content', overflow: 'hidden', whiteSpace: 'nowrap' });
    clipped.textContent = 'Just wide enough';
    clipped.style.width = `${clipped.offsetWidth + 1}px`;
    for (const button of plant({ display: 'flex' }, 'small', 'near').children) {
      Object.assign((button as HTMLElement).style, { width: '14px', height: '14px' });
    }
    (plant({}, 'bare').firstElementChild as HTMLElement).style.outline = 'none';
    const cover = { position: 'absolute', inset: '-9px', background: 'red' };
    Object.assign(plant({ position: 'relative' }, 'hidden').appendChild(document.createElement('i')).style, cover);
    plant({ height: '1px' }).animate([{ translate: '0' }, { translate: '9px' }], {
      duration: 1000,
      iterations: Infinity,
    });
  });
  const faults = (await faultsOf(page)).join('\n');
  for (const fault of [
    'reflow at 320 x 640: <div id="wide"',
    'text spacing at 320: clips “Just wide enough”',
    'target size: 14 x 14 px: small',
    'shows no focus: bare',
    'is hidden behind others: hidden',
    'reduced motion: <div',
  ]) {
    expect(faults).toContain(fault);
  }
});

visitorTest(
  'a screen reader gets the landing page’s landmarks and the errors of the sign-up form',
  async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Try for free' })).toBeVisible();
    await expect(page.locator('body')).toMatchAriaSnapshot({ name: 'landing.aria.yml' });
    await page.getByRole('button', { name: 'Get Started' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: 'Create Account' }).click();
    await expect(form.getByRole('alert')).toBeVisible();
    await expect(form).toMatchAriaSnapshot({ name: 'sign-up-refused.aria.yml' });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Get Started' }).first()).toBeFocused();
    await openAuthDialog(page, 'Sign In');
  },
);

userTest('a screen reader gets a reply, its actions and the settings', async ({ page, chat, account }) => {
  await page.goto(`/c/${await account.ask('[[fast]] What is 6 * 7?')}`);
  await expect(chat.texts).toContainText('This answer');
  await expect(page.getByRole('main')).toMatchAriaSnapshot({ name: 'conversation.aria.yml' });
  await openSettings(page);
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot({ name: 'settings.aria.yml' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator(':focus')).toHaveCount(1);
});
