import { expect, type Page } from '@playwright/test';
import { PASSWORD, type Account } from '@parley/web/account';
import type { DesktopEvent } from '../src/bridge.ts';
import { ask, replyEnded } from './support/ask.ts';
import type { AppUnderTest } from './support/app-under-test.ts';

type Assertion = (app: AppUnderTest, account: Account) => Promise<void>;

const BRIDGE = [
  'askServer',
  'closeFind',
  'closeQuickAsk',
  'find',
  'keepSecret',
  'onEvent',
  'openSignIn',
  'quickAsk',
  'replyEnded',
  'setLanguage',
  'setUnreadCount',
  'start',
  'takeQuestion',
  'useServer',
];

/** Assertions that hold in Electron and in the harness, by test title. */
export const ASSERTIONS: Record<string, Assertion> = {
  'shows the client from the app’s own files': async ({ page, origin }) => {
    await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    expect(await page.evaluate(() => location.href)).toBe(`${origin}/`);
    expect(await page.evaluate(() => isSecureContext)).toBe(true);
  },

  'exposes only named functions to the page, nothing from Node or Electron': async ({ page }) => {
    const seen = await page.evaluate(() => ({
      names: Object.keys(window.desktop).sort(),
      kinds: [...new Set(Object.values(window.desktop).map((member) => typeof member))],
      isFrozen: Object.isFrozen(window.desktop),
      others: ['process', 'require', 'module', 'Buffer', 'ipcRenderer', 'electron'].filter(
        (name) => name in globalThis,
      ),
    }));
    expect(seen).toEqual({ names: BRIDGE, kinds: ['function'], isFrozen: true, others: [] });
  },

  'runs pages sandboxed, isolated from the preload script': async (app) => {
    expect(await app.webPreferences()).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
    });
  },

  'allows only its own files and one server in its content policy': async ({ page, serverUrl }) => {
    const refused = await page.evaluate(async () => {
      const broken: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => broken.push(effectiveDirective));
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
      const image = new Image();
      const seen = new Promise((resolve) => {
        image.onerror = resolve;
        image.onload = resolve;
      });
      image.src = 'https://example.com/pixel.png';
      await seen;
      await fetch('https://example.com/').catch(() => {});
      const frame = document.createElement('iframe');
      frame.src = 'https://example.com/';
      document.body.append(frame);
      // Violations are reported one by one, the frame's last.
      while (!broken.includes('frame-src')) await new Promise((resolve) => setTimeout(resolve, 10));
      frame.remove();
      script.remove();
      return { broken: [...new Set(broken)].sort(), ran: 'ran' in window };
    });
    expect(refused).toEqual({ broken: ['connect-src', 'frame-src', 'img-src', 'script-src-elem'], ran: false });
    const status = await page.evaluate(async (url) => (await fetch(`${url}/healthz`)).status, serverUrl);
    expect(status).toBe(200);
  },

  'runs a preview without a network, storage or the page around it': async ({ page, serverUrl }, account) => {
    await signIn({ page }, account);
    const code = `<h1 id="h">Tides</h1><script>
      fetch('${serverUrl}/healthz').then(() => console.error('LEAKED'), () => console.error('no network'));
      try { localStorage.length; console.error('LEAKED'); } catch { console.error('no storage'); }
      try { top.document; console.error('LEAKED'); } catch { console.error('no page'); }
    </script>`;
    // The demo assistant moves the last line to the top.
    await ask(page, ['[[fast]] [[echo]]', '```', ...code.split('\n').toReversed(), '```html'].join('\n'));
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const preview = page
      .getByRole('complementary', { name: /^Preview/ })
      .or(page.getByRole('dialog', { name: /^Preview/ }));
    const frame = preview.frameLocator('iframe').frameLocator('iframe');
    await expect(frame.getByRole('heading', { name: 'Tides' })).toBeVisible();
    for (const line of ['no network', 'no storage', 'no page'])
      await expect(preview.getByRole('log')).toContainText(line);
    await expect(preview.getByRole('log')).not.toContainText('LEAKED');
    await preview.getByRole('button', { name: 'Close preview' }).click();
  },

  'stays on its page and opens links in the system’s browser': async (app) => {
    const { page, origin } = app;
    await page.evaluate(() => {
      for (const url of ['https://example.com/a', 'javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x'])
        open(url);
    });
    await expect.poll(() => app.openedOutside()).toEqual(['https://example.com/a']);
    await page.evaluate(() => {
      location.href = 'https://example.com/b';
    });
    await expect.poll(() => app.openedOutside()).toEqual(['https://example.com/a', 'https://example.com/b']);
    expect(page.url()).toBe(`${origin}/`);
    expect(page.context().pages()).toHaveLength(1);
  },

  'keeps the token out of the page’s storage and off the disk, and has it after a restart': async (app, account) => {
    await signIn(app, account);
    const { page } = app;
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
      account.token,
    );
    for (const bytes of await app.onDisk()) expect(bytes.includes(account.token)).toBe(false);
    const { keepsSecrets } = await page.evaluate(() => window.desktop.start());
    const again = await app.restart();
    const isIn = again.page.getByRole('textbox', { name: 'Message' });
    const isOut = again.page.getByRole('button', { name: 'Sign in' }).first();
    // Without a keychain, every start asks to sign in.
    await expect(keepsSecrets ? isIn : isOut).toBeVisible();
  },

  'resumes a reply after a reload': async (app, account) => {
    await signIn(app, account);
    const { page } = app;
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.fill('[[slow]] Tell me about tides');
    await box.press('Enter');
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
    await page.reload();
    await replyEnded(page);
  },

  'accepts a sign-in link from a second start, and rejects malformed ones': async (app) => {
    const { page } = app;
    await page.evaluate(() => {
      const seen: DesktopEvent[] = [];
      window.desktop.onEvent((event) => seen.push(event));
      Object.assign(window, { seen });
    });
    const code = `${'c'.repeat(43)}.0f8fad5b-d9cb-469f-a165-70867728950e`;
    const state = 's'.repeat(43);
    const whole = `parley://auth?code=${code}&state=${state}`;
    for (const link of [
      'parley://auth',
      `parley://evil?code=${code}&state=${state}`,
      `parley://auth.evil?code=${code}&state=${state}`,
      `parley://auth?code=${code}&state=${state}&then=https://evil.example`,
      `parley://auth/../x?code=${code}&state=${state}`,
      `parley://auth?code=${'c'.repeat(5000)}&state=${state}`,
      `parley://auth?code=%2e%2e%2f&state=${state}`,
      whole,
    ]) {
      await app.startAgain(link);
    }
    const seen = () => page.evaluate(() => (window as unknown as { seen: DesktopEvent[] }).seen);
    await expect.poll(seen).toEqual([{ type: 'link', link: { code, state } }]);
  },
};

/** Signs this account in by storing its token, the result of every way of signing in. */
export async function signIn({ page }: { page: Page }, { token }: Account): Promise<void> {
  await page.evaluate((value) => window.desktop.keepSecret('token', value), token);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
}

/** Signs this account in with the form in the app's own window. */
export async function signInByForm(page: Page, { email }: Account): Promise<void> {
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
}
