import { expect } from '@playwright/test';
import { visitorTest } from './support/test.ts';

const WINDOWS = 'https://downloads.example.com/harbour.exe';

visitorTest.use({
  settings: { PRODUCT_NAME: 'Harbour', FREE_MESSAGES: '25', DESKTOP_WINDOWS_URL: WINDOWS },
  contextOptions: { userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' },
});

visitorTest('the landing page shows the operator’s product name, limits and downloads', async ({ page }) => {
  const response = await page.goto('/');
  expect(await response?.text()).not.toContain('id="drawn"');
  await expect(page.getByRole('banner')).toContainText('Harbour');
  await expect(page.getByRole('heading', { name: 'Harbour for iOS' })).toBeVisible();
  await expect(page.getByText('25 messages every 12 hours, free.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download for Windows' })).toHaveAttribute('href', WINDOWS);
});
