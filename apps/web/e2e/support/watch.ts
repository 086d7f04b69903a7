import type { Page } from '@playwright/test';

/**
 * Records forbidden behavior of this page: errors, dialogs, requests to origins other than these, and violations of its
 * content policy.
 */
export async function watch(page: Page, origin: string, elsewhere: string[] = []): Promise<string[]> {
  const wrongs: string[] = [];
  page.on('console', (message) => message.type() === 'error' && wrongs.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => wrongs.push(`error: ${error.message}`));
  page.on('popup', (popup) => wrongs.push(`popup: ${popup.url()}`));
  page.on('dialog', (dialog) => {
    wrongs.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isOwn = url.origin === origin || ['data:', 'blob:'].includes(url.protocol);
    if (!isOwn && !elsewhere.includes(url.href)) wrongs.push(`request: ${request.url()}`);
  });
  await page.exposeFunction('reportViolation', (what: string) => wrongs.push(`policy: ${what}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      (globalThis as unknown as { reportViolation(what: string): void }).reportViolation(
        `${violatedDirective} ${blockedURI}`,
      );
    });
  });
  return wrongs;
}
