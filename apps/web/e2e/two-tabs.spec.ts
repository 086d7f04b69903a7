import { sentenceOf } from '@parley/core';
import { expect } from '@playwright/test';
import { chatOn } from './support/pages/chat.ts';
import { expectSentOnce, timesStored } from './support/stack/stored.ts';
import { userTest } from './support/test.ts';

userTest('two tabs that send or type at once lose no text', async ({ page, chat, account, stack, context }) => {
  const conversation = await account.ask('What is 6 * 7?');
  const elsewhere = await account.ask('What is 5 * 7?');
  const other = await context.newPage();
  // Neither tab receives events: each has its own connection, which never answers.
  await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
  await context.route('**/api/events', () => {});
  for (const tab of [page, other]) await tab.goto(`/c/${conversation}`);
  const second = chatOn(other);
  await expect(second.turns).toHaveCount(2);
  await chat.ask('[[long 20000]]');
  await expect(chat.texts.last()).toContainText('word5');
  await second.ask('What is 6 * 8?');
  await expect(second.box).toHaveValue('What is 6 * 8?');
  await expect(other.getByRole('alert')).toHaveText(sentenceOf('reply-in-progress'));
  expect(await timesStored(stack, account, 'What is 6 * 8?')).toBe(0);

  // The draft of one tab does not overwrite another tab's draft in a different conversation.
  await page.goto(`/c/${elsewhere}`);
  await chat.box.fill('half a thought');
  await second.stop.click();
  await second.ended();
  await second.box.press('Enter');
  await expectSentOnce(second, stack, account, 'What is 6 * 8?');
  await page.reload();
  await expect(chat.box).toHaveValue('half a thought');
});

userTest(
  'the next tab sends the message of a tab that was closed while sending',
  async ({ context, account, stack }) => {
    const first = await context.newPage();
    await first.goto('/');
    const sent = Promise.withResolvers<void>();
    await first.route('**/api/chat/stream', () => sent.resolve());
    await chatOn(first).ask('What is 6 * 7?');
    await sent.promise;
    await expect(first).toHaveURL(/\/c\//);
    const address = first.url();
    await first.close();
    const next = await context.newPage();
    await next.goto(address);
    await expectSentOnce(chatOn(next), stack, account, 'What is 6 * 7?');
  },
);
