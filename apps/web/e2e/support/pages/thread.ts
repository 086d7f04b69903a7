import type { Locator, Page } from '@playwright/test';

/** Page object of the chat's scrolling thread. */
export interface Thread {
  scroller: Locator;
  /** The button that scrolls to the end and describes what is there. */
  below: Locator;
  /** Pixels between the viewport and the end. */
  fromEnd(): Promise<number>;
  /** Waits until it has grown by this many pixels. */
  grows(pixels: number): Promise<void>;
  /** Turns the wheel over the thread: pixels, down above 0. */
  wheel(pixels: number): Promise<void>;
  /**
   * Watches the first fully visible paragraph of the last reply. The returned function stops watching and returns the
   * largest movement in pixels.
   */
  watchPlace(): Promise<() => Promise<number>>;
}

export function threadOn(page: Page): Thread {
  const scroller = page.locator('[data-thread]');
  return {
    scroller,
    below: page.getByRole('button', { name: /^Scroll to bottom$|new content available below$/i }),
    fromEnd: () => scroller.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight),
    async grows(pixels) {
      const height = await scroller.evaluate((box) => box.scrollHeight);
      await page.waitForFunction(
        (wanted) => (document.querySelector('[data-thread]')?.scrollHeight ?? 0) >= wanted,
        height + pixels,
      );
    },
    async wheel(pixels) {
      await scroller.hover();
      await page.mouse.wheel(0, pixels);
    },
    async watchPlace() {
      const watched = await scroller.evaluateHandle(async (box) => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        // Waits for a scroll by wheel or touch to end. On a slow machine, frames pass in which it does not move.
        let top = box.scrollTop;
        for (let stillSince = performance.now(); performance.now() - stillSince < 200;) {
          await frame();
          if (box.scrollTop !== top) stillSince = performance.now();
          top = box.scrollTop;
        }
        const view = box.getBoundingClientRect();
        const paragraph = [...box.querySelectorAll('.prose p, .prose li')].find((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return top >= view.top && bottom <= view.bottom;
        });
        if (!paragraph) throw new Error('There is no paragraph in view');
        const start = paragraph.getBoundingClientRect().top;
        const state = { moved: 0, frame: 0 };
        const look = () => {
          state.moved = Math.max(state.moved, Math.abs(paragraph.getBoundingClientRect().top - start));
          state.frame = requestAnimationFrame(look);
        };
        look();
        return state;
      });
      return () =>
        watched.evaluate(({ moved, frame }) => {
          cancelAnimationFrame(frame);
          return moved;
        });
    },
  };
}
