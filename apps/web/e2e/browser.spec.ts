import { expect, test } from '@playwright/test';

test('a browser starts and shows a page', async ({ page }) => {
  await page.setContent('<main>Parley</main>');
  await expect(page.getByRole('main')).toHaveText('Parley');
});
