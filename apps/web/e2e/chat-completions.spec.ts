import { expect } from '@playwright/test';
import { attachingOn } from './support/pages/attaching.ts';
import { pdfFile, scannedPdf } from './support/files.ts';
import { userTest } from './support/test.ts';

// A model behind the older API has no web search and reads no PDF pages.
userTest.use({ settings: { FREE_MESSAGES: '1000', OPENAI_API: 'chat', SANDBOX_DELAY_MS: '25' } });

userTest(
  'a model without web search gets the server’s search results and names their sources',
  async ({ page, chat, stack }) => {
    const paths = async () => (await stack.modelRequests()).map(({ path }) => path);
    await page.goto('/');
    await page.getByRole('radio', { name: 'Search' }).check();
    const before = (await paths()).length;
    await chat.ask('How do I cancel a subscription?');
    await expect(chat.texts).toContainText('a search found these pages for your question');
    await chat.ended();
    expect((await paths()).slice(before)).toEqual(['/search', expect.stringMatching(/\/chat\/completions$/)]);

    const reply = chat.turns.last();
    await reply.getByRole('button', { name: /^Sources \(\d+\)$/ }).click();
    const links = reply.getByRole('list', { name: 'Sources' }).getByRole('link');
    for (const link of await links.all()) {
      // A page that has a title is listed by it, with its host.
      const { host } = new URL((await link.getAttribute('href')) ?? '');
      await expect(link).toContainText(host);
    }
    await expect(links).not.toHaveCount(0);
  },
);

userTest('a model that reads no PDFs is shown the pages of a scanned one as pictures', async ({ page, chat }) => {
  const attaching = attachingOn(page);
  await page.goto('/');
  await attaching.choose(scannedPdf(), pdfFile(['The tangerine is ripe.']));
  await expect(attaching.rows.filter({ hasText: '1 page' })).toHaveCount(2);
  await chat.ask('What is on the page?');
  await expect(chat.texts).toContainText('1,162 × 1,549');
});
