import { expect } from '@playwright/test';
import { visitorTest } from './support/test.ts';

visitorTest.use({ settings: { PRODUCT_NAME: 'Harbour', FREE_MESSAGES: '25' } });

visitorTest('the landing page shows the operator’s product name and limits', async ({ page }) => {
  const response = await page.goto('/');
  expect(await response?.text()).not.toContain('id="drawn"');
  await expect(page.getByRole('banner')).toContainText('Harbour');
  await expect(page.getByRole('heading', { name: 'Harbour for iOS' })).toBeVisible();
  await expect(page.getByText('25 messages every 12 hours, free.')).toBeVisible();
});
