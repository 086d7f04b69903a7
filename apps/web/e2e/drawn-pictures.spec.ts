import { readFile } from 'node:fs/promises';
import { expect, type Download } from '@playwright/test';
import { attachingOn } from './support/pages/attaching.ts';
import { pictureFile } from './support/files.ts';
import { userTest } from './support/test.ts';

async function expectPng(download: Download, name: RegExp | string): Promise<void> {
  expect(download.suggestedFilename()).toMatch(name);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
}

userTest('a generated picture survives a reload, opens large, and can be downloaded', async ({ page, chat }) => {
  await page.goto('/');
  await page.getByRole('radio', { name: 'Image' }).click();
  await chat.ask('A tangerine on a table');
  const picture = chat.turns.getByRole('img', { name: 'A tangerine on a table' });
  await expect(picture).toHaveJSProperty('complete', true);
  await expect.poll(async () => (await picture.boundingBox())?.width).toBe(300);
  await chat.ended();
  await page.reload();
  await expect(picture).toBeVisible();

  const saves = [
    [page.getByRole('button', { name: 'Save image' }), /^generated-image-\d{13}\.png$/],
    // A link download uses the server's file name.
    [page.getByRole('link', { name: 'Download image' }), 'A tangerine on a table.png'],
  ] as const;
  for (const [control, name] of saves) {
    const downloading = page.waitForEvent('download');
    await control.click();
    await expectPng(await downloading, name);
  }
  await picture.click();
  await expect(page.getByRole('dialog', { name: 'A tangerine on a table' }).getByRole('img')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 700 });
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeLessThanOrEqual(300);
});

userTest(
  'image mode edits the attached picture, then the last one, then creates a new one',
  async ({ page, chat, stack }) => {
    const attaching = attachingOn(page);
    const pictures = chat.turns.locator('[data-tooltip="View full size"]');
    const drawings = async () =>
      (await stack.modelRequests()).flatMap(({ path, images }) =>
        images ? [`${path.split('/').at(-1) ?? ''} ${images.length}`] : [],
      );
    await page.goto('/');
    const before = (await drawings()).length;
    await page.getByRole('radio', { name: 'Image' }).click();
    await attaching.choose(await pictureFile('png'));
    await chat.box.fill('Make it blue');
    await chat.send.click();
    await expect(chat.turns.getByRole('img', { name: 'Make it blue' })).toBeVisible();
    await chat.ended();

    await expect(page.getByText('Editing the last image')).toBeVisible();
    await chat.ask('And now with stars');
    await expect(chat.turns.getByRole('img', { name: 'And now with stars' })).toBeVisible();
    await chat.ended();
    await page.getByRole('button', { name: 'Create a new image instead' }).click();
    await expect(page.getByText('Editing the last image')).toBeHidden();
    await chat.ask('A quiet sea');
    await expect(chat.turns.getByRole('img', { name: 'A quiet sea' })).toBeVisible();
    await chat.ended();
    await expect(pictures).toHaveCount(4);
    expect((await drawings()).slice(before)).toEqual(['edits 1', 'edits 1', 'generations 0']);
  },
);
