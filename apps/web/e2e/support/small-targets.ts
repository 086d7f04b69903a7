import type { Page } from '@playwright/test';

/** Names what a finger can press on the page but is smaller than 44 px. Links in running text may be. */
export const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, textarea, summary, [role=menuitem]')]
      .filter((control) => control.checkVisibility({ contentVisibilityAuto: true }))
      .filter((control) => !control.matches(':disabled, p a, .prose a, .sr-only'))
      .map((control) => {
        const label = control.matches('[type=radio], [type=checkbox]') && (control as HTMLInputElement).labels?.[0];
        const { width, height } = (label || control).getBoundingClientRect();
        return { name: control.getAttribute('aria-label') ?? control.textContent, width, height };
      })
      .filter(({ width, height }) => Math.min(width, height) < 43.9)
      .map(({ name, width, height }) => `${name}: ${Math.round(width)} x ${Math.round(height)}`),
  );
