import { expect } from '@playwright/test';
import { attachingOn } from './support/pages/attaching.ts';
import { encryptedPdf, hugePicture, MB, textFile, type TestFile } from './support/files.ts';
import { userTest } from './support/test.ts';

/** Files rejected before the upload, with their messages. */
const TURNED_AWAY: [TestFile, string][] = [
  [textFile('', 'empty.txt'), 'This file is empty.'],
  [{ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(25 * MB) }, 'Images can be up to 10 MB.'],
  [{ name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(25 * MB) }, 'PDFs can be up to 20 MB.'],
  [textFile('a'.repeat(5 * MB + 1), 'large.txt'), 'Text files can be up to 5 MB.'],
];

/** Files that only the server can reject. */
const REFUSED: [TestFile, string][] = [
  [
    { ...textFile('These are words.', 'words.png'), mimeType: 'image/png' },
    'This file claims to be a PNG image, but its contents are something else.',
  ],
  [
    { ...textFile('These are words.', 'words.pdf'), mimeType: 'application/pdf' },
    'This file claims to be a PDF, but its contents are something else.',
  ],
  [
    { name: 'noise.txt', mimeType: 'text/plain', buffer: Buffer.from([0xc3, 0x28, 0, 0xff]) },
    'We couldn’t read this text file. Save it as UTF-8 and attach it again.',
  ],
  [hugePicture(), 'Images can be up to 40 megapixels.'],
  [encryptedPdf(), 'This PDF is password-protected. Remove the password and attach it again.'],
];

userTest(
  'every bad file shows its error and leaves the rest of the message box intact',
  async ({ page, chat, account }) => {
    const attaching = attachingOn(page);
    await page.goto('/');
    await attaching.choose(textFile('The tangerine is ripe.'));
    await chat.box.fill('Which fruit is ripe?');
    await expect(chat.send).toBeEnabled();
    for (const [file, sentence] of TURNED_AWAY) {
      await attaching.choose(file);
      await expect(attaching.alert).toHaveText(sentence);
      await expect(attaching.rows).toHaveCount(1);
    }
    for (const [file, sentence] of REFUSED) {
      await attaching.choose(file);
      await expect(attaching.row(file.name)).toContainText(sentence);
      await expect(chat.send).toBeDisabled();
      // Permanent errors offer no retry.
      await expect(attaching.again(file.name)).toBeHidden();
      await attaching.remove(file.name).click();
      await expect(chat.box).toHaveValue('Which fruit is ripe?');
      await expect(attaching.rows).toHaveText([/^notes\.txt/]);
    }
    await chat.send.click();
    await expect(chat.texts.getByRole('blockquote')).toContainText('The tangerine is ripe.');
    expect(await account.messagesUsed()).toBe(1);
  },
);

userTest('a code block of 10,000 lines arrives complete', async ({ page, chat }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const lines = Array.from({ length: 10_000 }, (_, index) => `row${index + 1}();`);
  await page.goto('/');
  // The sandbox replies with the text after moving its last line to the top.
  const text = ['[[fast]] [[echo]]', '```', ...lines.toReversed(), '```js'].join('\n');
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  // With Shift, a long text goes into the box and not into a file.
  await chat.box.press('ControlOrMeta+Shift+v');
  await chat.send.click();
  await expect(chat.texts.locator('pre')).toContainText('row1();');
  await chat.ended();
  await chat.texts.getByRole('button', { name: 'Copy code' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.trimEnd().split('\n')).toEqual(lines);
  await page.reload();
  await chat.texts.getByRole('button', { name: 'Show all 10,000 lines' }).click();
  await expect(chat.texts.locator('pre')).toContainText('row10000();');
});
