import type { Page } from '@playwright/test';

/** A text that was shown, and for how many milliseconds. */
export interface Said {
  text: string;
  for: number;
}

/** Records the texts of the first element with this selector until it disappears. */
export function saidBy(page: Page, selector: string): Promise<Said[]> {
  return page.evaluate(
    (wanted) =>
      new Promise<Said[]>((resolve) => {
        const said: Said[] = [];
        let shown: string | null = null;
        let since = 0;
        const look = () => {
          const text = document.querySelector(wanted)?.textContent ?? null;
          if (text === shown) return;
          const now = performance.now();
          if (shown !== null) said.push({ text: shown, for: now - since });
          [shown, since] = [text, now];
          if (text !== null || said.length === 0) return;
          watcher.disconnect();
          resolve(said);
        };
        const watcher = new MutationObserver(look);
        watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        look();
      }),
    selector,
  );
}
