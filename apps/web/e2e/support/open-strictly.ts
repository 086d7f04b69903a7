import { expect, type Page } from '@playwright/test';

/** Opens a page and expects a content policy without inline scripts, inline styles, eval, and wildcards. */
export async function openStrictly(page: Page, address: string): Promise<void> {
  const response = await page.goto(address);
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe-|data:|\*/);
  expect(response?.headers()['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
}
