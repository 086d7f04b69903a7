import { expect } from '@playwright/test';
import { PREVIEW_HEADERS, PREVIEW_PATH } from '@parley/core';
import { CHANNELS, LISTEN_CHANNEL } from '../src/bridge.ts';
import { PAGE_ORIGIN } from './harness/fake/page-url.ts';
import type { HarnessApp } from './harness/launch.ts';
import { test } from './support/test.ts';

const mainContents = (app: HarnessApp) => app.fakeWindow().contents;

test('the app enables the sandbox and registers its one scheme before it is ready', async ({ start }) => {
  const { world } = await start();
  expect(world.app.isSandboxed).toBe(true);
  expect(world.privileged).toEqual([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, stream: true },
    },
  ]);
});

test('the app scheme serves only the app’s files, each with the content policy', async ({ start, api }) => {
  const { world } = await start();
  const ask = async (url: string, method = 'GET') => {
    const answer = await world.protocols.get('app')!(new Request(url, { method }));
    return { status: answer.status, type: answer.headers.get('content-type'), headers: answer.headers };
  };
  for (const page of ['app://bundle/', 'app://bundle/c/some-conversation', 'app://bundle/pricing']) {
    expect(await ask(page)).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
  }
  expect(await ask('app://bundle/boot.js')).toMatchObject({ status: 200, type: 'text/javascript; charset=utf-8' });
  // Only page paths fall back to index.html.
  expect(await ask('app://bundle/assets/gone.js')).toMatchObject({ status: 404 });
  expect(await ask('app://bundle/.env')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
  // URL parsing already resolves this path, to a file that does not exist.
  expect(await ask('app://bundle/%2e%2e/%2e%2e/package.json')).toMatchObject({ status: 404 });
  for (const outside of [
    'app://bundle/..%2f..%2fpackage.json',
    'app://bundle/%2e%2e%2fmain%2findex.js',
    'app://bundle/%E0%A4%A',
    'app://bundle.evil/',
    'app://other/index.html',
  ]) {
    expect(await ask(outside), outside).toMatchObject({ status: 403 });
  }
  expect(await ask('app://bundle/', 'POST')).toMatchObject({ status: 403 });

  for (const url of ['app://bundle/', 'app://bundle/gone.js', 'app://other/']) {
    const { headers } = await ask(url);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; " +
        `img-src 'self' blob: ${api.url}; media-src blob:; connect-src ${api.url}; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
  const { headers } = await ask(`app://bundle${PREVIEW_PATH}`);
  expect(Object.fromEntries(headers)).toEqual(
    Object.fromEntries(Object.entries(PREVIEW_HEADERS).map(([name, value]) => [name.toLowerCase(), value])),
  );
});

test('the same restrictions apply to the main page, quick ask, and the find bar', async ({ start }) => {
  const app = await start();
  await app.window();
  expect(app.world.app.switches).toEqual(['enable-features=GlobalShortcutsPortal']);
  app.choose('Edit', 'Find…');
  await app.pageOf('/find.html');
  app.choose('File', 'Quick Ask', 'Ask Now');
  await app.pageOf('/quick-ask.html');
  const all = [...app.world.contents];
  expect(all.map(({ path }) => path).sort()).toEqual(['/', '/find.html', '/quick-ask.html']);
  for (const contents of all) {
    expect(contents.webPreferences, contents.path).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      webSecurity: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
    });
    expect(contents.webPreferences.zoomMode, contents.path).toBe(contents.path === '/' ? undefined : 'manual');
    expect(contents.askToNavigate('will-navigate', 'https://evil.example/'), contents.path).toBe(false);
    const details = { url: 'file:///etc/passwd' } as Parameters<NonNullable<typeof contents.openHandler>>[0];
    expect(contents.openHandler?.(details), contents.path).toEqual({ action: 'deny' });
  }
});

test('a page whose process dies is reloaded once and not in a loop', async ({ start }) => {
  const app = await start();
  const page = await app.window();
  const contents = mainContents(app);
  const die = async (reason: string) => {
    contents.emit('render-process-gone', {}, { reason, exitCode: 1 });
    // Main acts after the event has been handled.
    await new Promise((resolve) => setImmediate(resolve));
    return contents.reloads;
  };
  expect(await die('clean-exit')).toBe(0);
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  expect(await die('oom')).toBe(1);
  await page.waitForFunction(() => !('isOld' in window));
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  expect(await die('crashed')).toBe(1);
});

test('no page can navigate away from the app', async ({ start }) => {
  const app = await start();
  await app.window();
  const contents = mainContents(app);
  for (const way of ['will-navigate', 'will-redirect', 'will-frame-navigate'] as const) {
    for (const url of [
      'https://evil.example/',
      'file:///etc/passwd',
      'app://bundle.evil/',
      'javascript:1',
      'about:blank',
    ]) {
      expect(contents.askToNavigate(way, url), `${way} ${url}`).toBe(false);
    }
    expect(contents.askToNavigate(way, `${PAGE_ORIGIN}/pricing`)).toBe(true);
  }
  expect(contents.askToNavigate('will-frame-navigate', 'about:srcdoc')).toBe(true);
  expect(contents.askToNavigate('will-navigate', 'about:srcdoc')).toBe(false);
  let isPrevented = false;
  contents.emit('will-attach-webview', { preventDefault: () => (isPrevented = true) });
  expect(isPrevented).toBe(true);
});

test('a page whose link opens in the browser stays and still gets events', async ({ start }) => {
  const app = await start();
  const page = await app.window();
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
  await page.evaluate(() => location.assign('https://elsewhere.example/'));
  await expect.poll(() => app.world.openedOutside).toEqual(['https://elsewhere.example/']);
  app.choose('File', 'Choose Server…');
  await expect(page.getByRole('dialog', { name: 'Choose a server' })).toBeVisible();
});

test('https links open at once, http and mail links after a prompt, and no others', async ({ start }) => {
  const app = await start();
  const page = await app.window();
  const { world } = app;
  const open = (url: string) => page.evaluate((target) => void window.open(target), url);
  await open('http://plain.example/page');
  await expect.poll(() => world.dialogs.length).toBe(1);
  expect(world.dialogs[0]).toMatchObject({ detail: 'http://plain.example/page', buttons: ['Cancel', 'Open'] });
  expect(world.openedOutside).toEqual([]);

  world.answers = [1, 1];
  await open('http://plain.example/page');
  await open('mailto:someone@example.com');
  await expect.poll(() => world.openedOutside).toEqual(['http://plain.example/page', 'mailto:someone@example.com']);

  for (const url of [
    'ftp://example.com/',
    'ssh://example.com',
    'parley://auth?code=x',
    'ms-settings:',
    'smb://evil.example/share',
    'vbscript:x',
    `https://example.com/${'x'.repeat(5000)}`,
  ]) {
    await open(url);
  }
  await open('https://last.example/');
  await expect.poll(() => world.openedOutside.at(-1)).toBe('https://last.example/');
  expect(world.openedOutside).toHaveLength(3);
  expect(world.dialogs).toHaveLength(3);
});

test('pages get no permission except writing to the clipboard and the microphone', async ({ start }) => {
  const app = await start();
  const { session } = app.world;
  const contents = mainContents(app).face;
  const asks = ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'fullscreen', 'hid', 'usb'];
  const request = (permission: string, requestingUrl: string) =>
    new Promise((resolve) => {
      session.permissionRequest?.(contents, permission as never, resolve, { requestingUrl, isMainFrame: true });
    });
  for (const permission of asks) {
    expect(await request(permission, 'app://bundle/'), permission).toBe(false);
    expect(session.permissionCheck?.(contents, permission as never, 'app://bundle', {} as never), permission).toBe(
      false,
    );
  }
  const askForMedia = (mediaTypes: string[], requestingUrl = 'app://bundle/', isMainFrame = true) =>
    new Promise((resolve) => {
      session.permissionRequest?.(contents, 'media', resolve, { requestingUrl, isMainFrame, mediaTypes } as never);
    });
  expect(await askForMedia(['audio'])).toBe(true);
  expect(await askForMedia(['video'])).toBe(false);
  expect(await askForMedia(['audio', 'video'])).toBe(false);
  expect(await askForMedia([])).toBe(false);
  expect(await askForMedia(['audio'], 'https://evil.example/')).toBe(false);
  expect(await askForMedia(['audio'], 'app://bundle/', false)).toBe(false);
  const checkMedia = (mediaType: string, origin = 'app://bundle', isMainFrame = true) =>
    session.permissionCheck?.(contents, 'media', origin, { mediaType, isMainFrame } as never);
  expect(checkMedia('audio')).toBe(true);
  expect(checkMedia('video')).toBe(false);
  expect(checkMedia('audio', 'https://evil.example')).toBe(false);
  expect(checkMedia('audio', 'app://bundle', false)).toBe(false);
  expect(await request('clipboard-sanitized-write', 'app://bundle/')).toBe(true);
  expect(await request('clipboard-sanitized-write', 'https://evil.example/')).toBe(false);
  expect(session.devicePermission?.({} as never)).toBe(false);
});

test('main accepts IPC calls only from the right page with valid arguments', async ({ start }) => {
  const app = await start();
  await app.window();
  const { ipcMain } = app.world;
  const contents = mainContents(app);
  expect([...ipcMain.handlers.keys()].sort()).toEqual([...Object.values(CHANNELS), LISTEN_CHANNEL].sort());
  const own = { url: 'app://bundle/', parent: null };
  const call = (channel: string, args: unknown[], frame: typeof own | null = own) =>
    ipcMain.invoke(contents, frame, channel, args).then(
      () => 'answered',
      (error: Error) => error.message,
    );
  expect(await call(CHANNELS.start, [])).toBe('answered');
  for (const frame of [
    null,
    { url: 'https://evil.example/', parent: null },
    { url: 'app://bundle.evil/', parent: null },
    { url: 'about:blank', parent: null },
    { url: 'app://bundle/', parent: own },
  ]) {
    for (const [name, channel] of Object.entries(CHANNELS)) {
      expect(await call(channel, [], frame as typeof own)).toBe(`${name} is refused`);
    }
  }
  for (const [channel, args] of [
    [CHANNELS.keepSecret, ['token']],
    [CHANNELS.keepSecret, ['password', 'x']],
    [CHANNELS.keepSecret, ['token', 'x'.repeat(10_000)]],
    [CHANNELS.keepSecret, ['token', 'x', 'y']],
    [CHANNELS.openSignIn, [{ challenge: 'x', state: 'y' }]],
    [CHANNELS.openSignIn, [{ challenge: 'c'.repeat(43), state: 's'.repeat(43), url: 'https://evil.example' }]],
    [CHANNELS.replyEnded, [{ conversationId: '', title: 't', text: 'x' }]],
    [CHANNELS.setUnreadCount, [-1]],
    [CHANNELS.useServer, [{}]],
    [CHANNELS.setLanguage, ['../de']],
    [CHANNELS.setLanguage, ['de', 'fr']],
    // Only the other windows may call these channels.
    [CHANNELS.quickAsk, ['Hello']],
    [CHANNELS.find, ['Hello', true]],
  ] as const) {
    expect(await call(channel, [...args]), `${channel} ${JSON.stringify(args)}`).toMatch(/ is refused$/);
  }
});

test('the packed app has no developer tools and ignores the server argument', async ({ start }) => {
  const app = await start({ isPackaged: true });
  expect(app.fakeWindow().options.webPreferences).toMatchObject({ devTools: false });
  expect(() => app.menu('View', 'toggleDevTools')).toThrow('No item toggleDevTools');
  const { url } = await app.world.ipcMain
    .invoke(mainContents(app), { url: 'app://bundle/', parent: null }, CHANNELS.start, [])
    .then((state) => (state as { server: { url: string } }).server);
  expect(url).toBe('http://localhost:3000');
});
