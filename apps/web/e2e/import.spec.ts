import { expect } from '@playwright/test';
import { makeArchive } from '@parley/api/testing/make-archive';
import { signUp } from './support/account.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { pictureFile } from './support/files.ts';
import { openSettings } from './support/pages/settings-dialog.ts';
import { userTest } from './support/test.ts';

const START = Date.UTC(2024, 4, 1) / 1000;

/** A conversation as ChatGPT exports it, with two answers to its question. */
function exported(id: string, parts: unknown[] = ['Why is the sky blue?']) {
  const node = (name: string, parent: string | null, role: string, content: unknown[]) => ({
    id: name,
    parent,
    message: { author: { role }, create_time: START, content: { content_type: 'text', parts: content } },
  });
  const nodes = [
    node('q', null, 'user', parts),
    node('a', 'q', 'assistant', ['First']),
    node('b', 'q', 'assistant', ['Second']),
  ];
  return {
    conversation_id: id,
    title: `Sky <b>${id}</b>`,
    current_node: 'b',
    mapping: Object.fromEntries(nodes.map((each) => [each.id, each])),
  };
}

userTest('imports a ChatGPT export with a picture and versions, and removes it again', async ({ page, chat }) => {
  const conversations = [
    exported('one', [{ asset_pointer: 'sediment://file_0a1b' }, 'What is this?']),
    exported('two'),
  ];
  const { buffer: picture } = await pictureFile('png');
  const files = {
    'conversations-000.json': Buffer.from(JSON.stringify(conversations)),
    'file_0a1b-sanitized.png': picture,
  };
  const zip = { name: 'export.zip', mimeType: 'application/zip', buffer: Buffer.from(makeArchive(files)) };
  await page.goto('/');
  const { button, dialog } = await openSettings(page);
  await button('Import conversations').click();
  await dialog.getByLabel('Files of the export').setInputFiles([zip]);
  await expect(dialog.getByText('2 conversations, 2024, 1 file')).toBeVisible();
  await expectAccessible(page);
  // On a phone, the buttons are above its home indicator.
  await page.evaluate(() => document.documentElement.style.setProperty('--safe-bottom', '34px'));
  await page.setViewportSize({ width: 360, height: 320 });
  const bottom = () => button('Import 2 conversations').evaluate((part) => part.getBoundingClientRect().bottom);
  await expect.poll(bottom).toBe(320 - 34);
  await page.setViewportSize({ width: 1280, height: 720 });
  await button('Import 2 conversations').click();
  await expect(dialog.getByText('Imported: 2 new.')).toBeVisible();
  await expect(dialog.getByText('2 conversations')).toBeVisible();
  await expectAccessible(page);
  await button('Close').click();
  await chat.sidebar.getByRole('link', { name: 'Sky <b>one</b>' }).click();
  await expect(page.getByText('Second')).toBeVisible();
  await expect(page.getByRole('img', { name: 'file_0a1b-sanitized.png' })).toBeVisible();
  await expect(page.getByText('2 / 2').or(page.getByText('2/2'))).toBeVisible();
  await openSettings(page);
  await button('Import conversations').click();
  await button('Remove the import from ChatGPT').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(dialog.getByText('Deleted 2 conversations.')).toBeVisible();
  await button('Close').click();
  await expect(chat.sidebar.getByRole('link')).toHaveCount(0);
});

userTest('another account imports Parley’s own export', async ({ page, chat, stack }) => {
  const other = await signUp(stack);
  const id = await other.ask('What is 6 * 7?');
  const data = { ids: [id], as: 'json' };
  const answer = await page.request.post(`${stack.url}/api/chat/export`, {
    headers: { Authorization: `Bearer ${other.token}` },
    data,
  });
  await page.goto('/');
  const { button, dialog } = await openSettings(page);
  await button('Import conversations').click();
  const file = { name: 'Parley.json', mimeType: 'application/json', buffer: await answer.body() };
  await dialog.getByLabel('Files of the export').setInputFiles([file]);
  await button('Import 1 conversation').click();
  await expect(dialog.getByText('Imported: 1 new.')).toBeVisible();
  await button('Close').click();
  await chat.sidebar.getByRole('link', { name: 'What is 6 * 7?' }).click();
  await expect(page.getByRole('article').or(page.getByText('42')).first()).toBeVisible();
});
