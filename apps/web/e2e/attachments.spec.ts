import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { signedIn } from './support/account.ts';
import { attachingOn } from './support/pages/attaching.ts';
import { chatOn, type Chat } from './support/pages/chat.ts';
import { ARCHIVE, heavyPdf, MB, pdfFile, pictureFile, textFile, wordFile } from './support/files.ts';
import { userTest } from './support/test.ts';
import { askWithFiles } from './support/pages/upload.ts';

const attachedPictures = (chat: Chat) => chat.turns.getByRole('button', { name: /^Attached: / });
const attachedFile = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });

userTest('attached files of every kind survive a reload before and after sending', async ({ page, chat }) => {
  const attaching = attachingOn(page);
  await page.goto('/');
  await attaching.choose(
    await pictureFile('png'),
    await pictureFile('jpeg', { width: 70, height: 50 }),
    await pictureFile('webp', { width: 80, height: 60 }),
    wordFile('The tangerine is ripe.'),
    pdfFile(['The pear is green.']),
  );
  await expect(attaching.rows).toContainText([
    'picture.png',
    'picture.jpg',
    'picture.webp',
    /notes\.docx.*Document/,
    /report\.pdf.*1 page/,
  ]);
  await expect(attaching.rows.locator('img')).toHaveCount(3);
  await expect(chat.send).toBeEnabled();
  await page.reload();
  await expect(attaching.rows).toHaveCount(5);
  await attaching.remove('picture.jpg').click();
  await expect(attaching.rows).toHaveCount(4);

  await chat.ask('What is this?');
  await expect(attaching.rows).toHaveCount(0);
  await expect(attachedPictures(chat)).toHaveCount(2);
  await expect(chat.texts).toContainText('60 × 40');
  await expect(chat.texts).toContainText('80 × 60');
  await chat.ended();
  await page.reload();
  await expect(chat.texts).toContainText('60 × 40');
  for (const picture of await attachedPictures(chat).getByRole('img').all()) {
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  }
  await expect(attachedFile(page, 'notes.docx')).toBeVisible();
  await expect(attachedFile(page, 'report.pdf')).toBeVisible();
});

userTest('a pasted picture can be sent without text', async ({ page, chat }) => {
  const attaching = attachingOn(page);
  await page.goto('/');
  await attaching.paste(await pictureFile('png'));
  await expect(attaching.rows).toHaveCount(1);
  await expect(attaching.rows.locator('img')).toBeVisible();
  await expect(chat.box).toHaveValue('');
  await chat.send.click();
  await expect(chat.texts).toContainText('60 × 40');
  await expect(attachedPictures(chat)).toHaveCount(1);
});

/** Measures the seconds for which the page's main thread works on an action, until two frames later. */
async function watchMainThread(page: Page): Promise<(act: () => Promise<unknown>) => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  // The time of the thread passes only while the thread runs.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const seconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
  };
  return async (act) => {
    const before = await seconds();
    await act();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    return (await seconds()) - before;
  };
}

userTest(
  'a long pasted text becomes a file in less time than a text box takes, and goes back after a reload',
  async ({ page, chat }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const attaching = attachingOn(page);
    await page.goto('/');
    const text = Array.from({ length: 4_000 }, (_, line) => `Line ${line + 1} says that the tangerine is ripe.`).join(
      '\n',
    );
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    const busy = await watchMainThread(page);
    const bare = await page.evaluateHandle(() => {
      const box = document.body.appendChild(document.createElement('textarea'));
      box.focus();
      return box;
    });
    const floor = await busy(() => bare.press('ControlOrMeta+v'));
    await bare.evaluate((box) => box.remove());
    expect(await busy(() => chat.box.press('ControlOrMeta+v'))).toBeLessThan(floor);
    await expect(attaching.rows).toContainText(['Pasted text, 4000 lines.txt']);
    await expect(chat.box).toHaveValue('');
    await expect(chat.send).toBeEnabled();
    await page.reload();
    await page.getByRole('button', { name: 'Put into the box' }).click();
    await expect(chat.box).toHaveValue(text);
    await expect(attaching.rows).toHaveCount(0);
  },
);

userTest('the chat accepts files dropped anywhere on it', async ({ page, chat }) => {
  const attaching = attachingOn(page);
  await page.goto('/');
  await expect(chat.box).toBeVisible();
  const veil = page.getByText('Drop files to attach them');
  const drag = await attaching.dragOver(page.getByRole('main'), await pictureFile('png'), textFile('Ripe.'), ARCHIVE);
  await expect(veil).toBeVisible();
  await drag.drop();
  await expect(veil).toBeHidden();
  await expect(attaching.rows).toContainText(['picture.png', 'notes.txt']);
  await expect(attaching.alert).toHaveText(/^Unsupported file type: .*zip.*\. Please upload images, \.txt, or \.pdf/);
  await chat.send.click();
  await expect(attachedPictures(chat)).toHaveCount(1);
  await expect(attachedFile(page, 'notes.txt')).toBeVisible();
});

userTest('a large file shows its progress and blocks sending until it is uploaded', async ({ page, chat }) => {
  const attaching = attachingOn(page);
  await page.goto('/');
  await chat.box.fill('What is in this file?');
  const network = await page.context().newCDPSession(page);
  const wire = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send('Network.emulateNetworkConditions', { ...wire, uploadThroughput: MB });
  await attaching.choose(heavyPdf(3 * MB), textFile('Ripe.'));
  const progress = attaching.progress('heavy.pdf');
  const share = async () => Number(await progress.getAttribute('aria-valuenow'));
  await expect.poll(share, { intervals: [50] }).toBeGreaterThan(10);
  expect(await share()).toBeLessThan(100);
  await expect(chat.send).toBeDisabled();
  await chat.box.press('Enter');
  await expect(chat.turns).toHaveCount(0);
  await attaching.remove('heavy.pdf').click();
  await expect(attaching.rows).toHaveCount(1);
  await expect(chat.send).toBeEnabled();
  await network.send('Network.emulateNetworkConditions', { ...wire, uploadThroughput: -1 });
  await attaching.choose(heavyPdf(3 * MB));
  await expect(attaching.row('heavy.pdf')).toContainText('1 page');
  await chat.send.click();
  await expect(attachedFile(page, 'heavy.pdf')).toBeVisible();
});

userTest('a failed upload can be retried or removed', async ({ page, chat }) => {
  const attaching = attachingOn(page);
  await page.goto('/');
  await chat.box.fill('What is ripe?');
  await page.route('**/api/files?*', (route) => route.abort(), { times: 2 });
  await attaching.choose(textFile('The tangerine is ripe.'), textFile('Other.', 'other.txt'));
  await expect(attaching.row('notes.txt')).toContainText('Can’t reach the server.');
  await expect(chat.send).toBeDisabled();
  await expect(page.getByText('A file couldn’t be uploaded. Retry it or remove it.')).toBeVisible();
  await attaching.remove('other.txt').click();
  await attaching.again('notes.txt').click();
  await expect(attaching.row('notes.txt')).toContainText('22 B');
  await expect(chat.box).toHaveValue('What is ripe?');
  await chat.send.click();
  await expect(chat.texts.getByRole('blockquote')).toContainText('The tangerine is ripe.');
});

userTest(
  'a document is quoted again after a retry, after an edit, and on another device',
  async ({ page, chat, browser, stack, account }) => {
    const quote = chat.texts.last().getByRole('blockquote');
    const { conversationId } = await askWithFiles(stack, account, 'Which fruit is ripe?', [
      pdfFile(['The tangerine is ripe.', 'The pear is green.']),
    ]);
    await page.goto(`/c/${conversationId}`);
    await expect(quote).toContainText('The tangerine is ripe.');
    await expect(quote).toContainText('report.pdf, page 1');

    await chat.retry.click();
    await expect(page.getByRole('group', { name: 'Versions' })).toContainText('2 / 2');
    await expect(quote).toContainText('The tangerine is ripe.');

    await chat.questions.hover();
    await page.getByRole('button', { name: 'Edit message' }).click();
    await page.getByRole('textbox', { name: 'Edit message' }).fill('Which fruit is green?');
    await expect(attachedFile(page, 'report.pdf')).toBeVisible();
    await page.getByRole('button', { name: 'Save & Regenerate' }).click();
    await expect(quote).toContainText('The pear is green.');
    await expect(attachedFile(page, 'report.pdf')).toBeVisible();
    await chat.ended();

    const elsewhere = await browser.newContext({ baseURL: stack.url, storageState: signedIn(stack, account) });
    const other = await elsewhere.newPage();
    await other.goto(`/c/${conversationId}`);
    await expect(chatOn(other).texts.getByRole('blockquote')).toContainText('The pear is green.');
    await attachedFile(other, 'report.pdf').click();
    await expect(other.getByRole('dialog', { name: 'report.pdf' })).toContainText('The tangerine is ripe.');
    await elsewhere.close();
  },
);

userTest('long documents and long questions are folded', async ({ page, chat, stack, account }) => {
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join('\n');
  const { conversationId } = await askWithFiles(stack, account, lines, [textFile(lines)]);
  await page.goto(`/c/${conversationId}`);
  await expect(chat.questions).toContainText('line 24');
  await expect(chat.questions).not.toContainText('line 100');
  await chat.questions.getByRole('button', { name: 'Show all' }).click();
  await expect(chat.questions).toContainText('line 100');
  await chat.questions.getByRole('button', { name: 'Show less' }).click();
  await expect(chat.questions).not.toContainText('line 100');

  await attachedFile(page, 'notes.txt').click();
  const dialog = page.getByRole('dialog', { name: 'notes.txt' });
  await expect(dialog).toContainText('line 24');
  await expect(dialog).not.toContainText('line 100');
  await dialog.getByRole('button', { name: 'Show all' }).click();
  await expect(dialog).toContainText('line 100');
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('notes.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe(lines);
});

userTest('an attached picture is small in the thread and opens large', async ({ page, chat, stack, account }) => {
  const { conversationId } = await askWithFiles(stack, account, 'What is this?', [
    await pictureFile('png', { width: 1200, height: 600 }),
  ]);
  await page.goto(`/c/${conversationId}`);
  const picture = attachedPictures(chat);
  await expect(picture.getByRole('img')).toHaveJSProperty('naturalWidth', 1200);
  await expect.poll(() => picture.getByRole('img').boundingBox()).toMatchObject({ width: 200, height: 100 });
  await picture.click();
  const large = page.getByRole('dialog', { name: 'Attached: picture.png' });
  await expect.poll(async () => (await large.getByRole('img').boundingBox())?.width).toBeGreaterThan(600);
  await page.keyboard.press('Escape');
  await expect(large).toBeHidden();
  await expect(picture).toBeFocused();
});

userTest('pictures and the names of attached files are printed', async ({ page, chat, stack, account }) => {
  const { conversationId } = await askWithFiles(stack, account, 'What is this?', [
    await pictureFile('png'),
    textFile('Ripe.'),
  ]);
  await page.goto(`/c/${conversationId}`);
  await page.getByRole('radio', { name: 'Image' }).click();
  await chat.ask('A tangerine');
  const drawn = chat.turns.getByRole('img', { name: 'A tangerine' });
  await expect(drawn).toBeVisible();
  await chat.ended();
  await page.emulateMedia({ media: 'print' });
  // The styles for print load late.
  await expect(chat.box).toBeHidden();
  await expect(drawn).toBeVisible();
  await expect(attachedPictures(chat).getByRole('img')).toBeVisible();
  await expect(attachedFile(page, 'notes.txt')).toBeVisible();
  await expect(chat.turns.getByRole('link', { name: 'Download image' })).toBeHidden();
});
