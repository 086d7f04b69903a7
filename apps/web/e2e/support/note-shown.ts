import type { Page } from '@playwright/test';

/**
 * Returns whether one of the pages that are opened next has shown an element with this selector and these texts,
 * however briefly.
 */
export async function noteShown(page: Page, selector: string, ...texts: string[]): Promise<() => boolean> {
  let isNoted = false;
  await page.exposeFunction('noteShown', () => void (isNoted = true));
  await page.addInitScript(
    ({ selector, texts }) => {
      const { noteShown } = globalThis as unknown as { noteShown: () => void };
      const watcher = new MutationObserver(() => {
        const shown = [...document.querySelectorAll(selector)];
        if (!shown.some(({ textContent }) => texts.every((text) => textContent.includes(text)))) return;
        watcher.disconnect();
        noteShown();
      });
      watcher.observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
    },
    { selector, texts },
  );
  return () => isNoted;
}
