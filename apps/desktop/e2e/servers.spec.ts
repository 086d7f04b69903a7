import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { startStack } from '@parley/web/stack';
import { signIn } from './desktop.assertions.ts';
import { startOriginProxy } from './harness/origin-proxy.ts';
import { test } from './support/test.ts';

for (const how of ['by itself', 'when the user asks'] as const) {
  test(`the app reports an unreachable server and recovers ${how}`, async ({ start, api, account }) => {
    const app = await start();
    await signIn({ page: await app.window() }, account);
    await app.close();
    api.cut();
    const again = await start();
    const page = await again.window();
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await expect(page.getByRole('status')).toHaveText(`Can’t reach ${new URL(api.url).host}.`);
    api.mend();
    if (how === 'when the user asks') await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  });
}

test('a server that accepts connections but never responds times out with an error', async ({ start }) => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  try {
    const app = await start({ server: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` });
    const page = await app.window();
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});

test('switching to another server clears the data of the previous one', async ({ start, account, machine }) => {
  const second = await startStack();
  const other = await startOriginProxy(second.url);
  try {
    const app = await start();
    const page = await app.window();
    await signIn({ page }, account);
    await page.getByRole('textbox', { name: 'Message' }).fill('Not sent yet');
    app.choose('File', 'Quick Ask', 'Ask Now');
    const question = (await app.pageOf('/quick-ask.html')).getByRole('textbox', { name: 'Question' });
    await question.fill('Not sent either');
    app.choose('Edit', 'Find…');
    const search = (await app.pageOf('/find.html')).getByRole('searchbox', { name: 'Find' });
    await search.fill('Searched for');
    await page.evaluate(() => window.desktop.setUnreadCount(3));
    app.choose('File', 'Choose Server…');
    const choice = page.getByRole('dialog', { name: 'Choose a server' });
    await choice.getByRole('textbox', { name: 'Address' }).fill(other.url);
    await choice.getByRole('button', { name: 'Use this server' }).click();
    await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Not sent yet');
    expect(app.world.session.cleared).toEqual(['app://bundle']);
    await expect(question).toHaveValue('');
    await expect(search).toHaveValue('');
    expect(app.world.app.badgeCount).toBe(0);
    // The content policy now allows the new server.
    const status = await page.evaluate(async (url) => (await fetch(`${url}/healthz`)).status, other.url);
    expect(status).toBe(200);
    await app.close();

    const again = await start({ server: '' });
    await expect((await again.window()).getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    expect(machine.running).not.toBeNull();
  } finally {
    await other.close();
    await second.close();
  }
});

test('the app keeps its server if the new one is invalid, unreachable, or insecure', async ({ start, api }) => {
  const stranger = createServer((_, answer) => answer.end('{"success":true,"settings":{}}')).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const strangerUrl = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  try {
    const app = await start();
    const page = await app.window();
    await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
    app.choose('File', 'Choose Server…');
    const choice = page.getByRole('dialog', { name: 'Choose a server' });
    for (const [address, problem] of [
      ['http://parley.example.com', 'Enter an address that starts with https://.'],
      ['javascript:alert(1)', 'Enter an address that starts with https://.'],
      ['file:///etc/passwd', 'Enter an address that starts with https://.'],
      ['https://user:password@example.com', 'Enter an address that starts with https://.'],
      [strangerUrl, `${new URL(strangerUrl).host} responded, but it isn’t a server for this app.`],
      ['http://127.0.0.1:1', 'Can’t reach 127.0.0.1:1.'],
    ] as const) {
      await choice.getByRole('textbox', { name: 'Address' }).fill(address);
      await choice.getByRole('button', { name: 'Use this server' }).click();
      await expect(choice.getByRole('alert')).toHaveText(problem);
    }
    await page.keyboard.press('Escape');
    await expect(choice).toBeHidden();
    const { server } = await page.evaluate(() => window.desktop.start());
    expect(server.url).toBe(api.url);
  } finally {
    stranger.close();
  }
});
