import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { attachingOn } from './support/pages/attaching.ts';
import { PASSWORD, signUp } from './support/account.ts';
import { openAuthDialog } from './support/pages/auth-dialog.ts';
import { chatOn } from './support/pages/chat.ts';
import { pictureFile } from './support/files.ts';
import { expectCached } from './support/caches.ts';
import { startStack } from './support/stack/stack.ts';
import { startStaticHost } from './support/stack/static-host.ts';
import { watch } from './support/watch.ts';

const VITE = fileURLToPath(new URL('bin/vite.js', import.meta.resolve('vite/package.json')));
const WEB = fileURLToPath(new URL('..', import.meta.url));
/** Includes the time of the build. */
const LONG_MS = 240_000;

test.use({ serviceWorkers: 'allow' });

test('a client built for a static host signs in, chats, and shows pictures', { tag: '@all' }, async ({ page }) => {
  test.setTimeout(LONG_MS);
  const folder = await mkdtemp(join(tmpdir(), 'parley-static-'));
  await mkdir(join(folder, 'out'));
  const host = await startStaticHost(join(folder, 'out'));
  // As in production, where stand-ins are opt-in and local requests are not trusted.
  const stack = await startStack({
    NODE_ENV: 'production',
    JWT_SECRET: 'a secret for tests that has enough bytes',
    PRODUCT_NAME: 'Elsewhere',
    PUBLIC_URL: host.url,
    CORS_ORIGINS: host.url,
    FREE_MESSAGES: '1000',
  });
  try {
    await promisify(execFile)(
      process.execPath,
      [VITE, 'build', '--emptyOutDir', '--outDir', join(folder, 'out'), '--logLevel', 'error'],
      { cwd: WEB, env: { ...process.env, NODE_ENV: 'production', VITE_API_URL: stack.url } },
    );
    await page.clock.install();
    const account = await signUp(stack);
    const wrongs = await watch(page, host.url);
    const strangers = () => wrongs.filter((wrong) => !wrong.startsWith(`request: ${stack.url}/`));

    await page.goto(`${host.url}/pricing`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(/Elsewhere/);
    await page.goto(`${host.url}/privacy`);
    await expect(page.getByRole('main')).toContainText('Elsewhere');

    const chat = chatOn(page);
    const attaching = attachingOn(page);
    const form = await openAuthDialog(page, 'Sign In', host.url);
    await expect(form.apple).toHaveCount(0);
    await form.email.fill(account.email);
    await form.password.fill(PASSWORD);
    await form.signIn.click();
    await chat.ask('What is 6 * 7?');
    await expect(chat.texts.last()).toContainText('42');
    await chat.ended();

    // The page of previews contains its policy: this host sends no headers.
    expect(strangers()).toEqual([]);
    await chat.ask(
      ['[[fast]] [[echo]]', '```', "<script>fetch('/').catch(() => {})</script><h1>Tides</h1>", '```html'].join('\n'),
    );
    await chat.ended();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const preview = page.locator('section[aria-label^="Preview"]');
    await expect(preview.frameLocator('iframe').frameLocator('iframe').getByRole('heading')).toHaveText('Tides');
    await expect(preview.getByRole('log')).toContainText('Previews have no network.');
    await preview.getByRole('button', { name: 'Close preview' }).click();
    expect(strangers().join('\n')).toContain(`policy: connect-src ${host.url}/`);
    wrongs.length = 0;

    await attaching.choose(await pictureFile('png', { name: 'harbour.png' }));
    // Enter does not send during an upload.
    await expect(attaching.row('harbour.png')).toBeVisible();
    await expect(attaching.progress('harbour.png')).toHaveCount(0);
    await chat.ask('What is in it?');
    await chat.ended();
    await page.getByRole('radio', { name: 'Image' }).click();
    await chat.ask('a harbour at dawn');
    const drawn = chat.turns.getByRole('img', { name: 'a harbour at dawn' });
    await expect(drawn).toBeVisible();
    await chat.ended();
    await page.reload();
    await expect(drawn).toHaveJSProperty('complete', true);
    const width = () => drawn.evaluate((picture: HTMLImageElement) => picture.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    expect(await drawn.getAttribute('src')).toContain(stack.url);
    expect(strangers()).toEqual([]);

    await expectCached(page, 1);
    await stack.kill();
    await page.context().setOffline(true);
    await page.reload();
    await expect(page.getByText('You’re offline.')).toBeVisible();
    await expect(page).toHaveTitle(/Elsewhere/);
    await expect(chat.texts.first()).toContainText('42');
  } finally {
    await stack.close();
    await host.close();
    await rm(folder, { recursive: true, force: true });
  }
});
