import { expect } from '@playwright/test';
import { attachingOn } from './support/attaching.ts';
import { pdfFile, scannedPdf } from './support/files.ts';
import { userTest } from './support/test.ts';

userTest.use({ settings: { FREE_MESSAGES: '1000', OPENAI_API: 'chat' } });

userTest(
  'a scanned PDF is refused if the model cannot read pages, and the message stays in the box',
  async ({ page, chat, account }) => {
    const attaching = attachingOn(page);
    await page.goto('/');
    await attaching.choose(scannedPdf(), pdfFile(['The tangerine is ripe.']));
    await expect(attaching.rows.filter({ hasText: '1 page' })).toHaveCount(2);
    await chat.ask('Which fruit is ripe?');
    await expect(attaching.alert).toHaveText(
      'This PDF looks scanned, and this model can’t read PDF pages. Attach a PDF with selectable text.',
    );
    await expect(chat.box).toHaveValue('Which fruit is ripe?');
    await expect(attaching.rows).toHaveCount(2);
    expect(await account.messagesUsed()).toBe(0);

    await attaching.remove('scan.pdf').click();
    await chat.send.click();
    await expect(chat.texts.getByRole('blockquote')).toContainText('The tangerine is ripe.');
    await expect(chat.turns).toHaveCount(2);
  },
);
