import type { MeasuredPage } from './measured-page.ts';

/** Milliseconds for which a person presses the button of a mouse. */
const PRESS = 80;

export interface Opening {
  /** Milliseconds from the click in the sidebar until the last message is painted. */
  set: number;
  /** Milliseconds until the page is idle. */
  idle: number;
  /** Durations of tasks over 50 ms meanwhile, in milliseconds. */
  longTasks: number[];
}

/** Opens a conversation from the sidebar. */
export async function measureOpening({ page, noted }: MeasuredPage, id: string): Promise<Opening> {
  const link = page.locator(`aside a[href="/c/${id}"]`);
  await link.scrollIntoViewIfNeeded();
  await page.evaluate(waitForIdle);
  await noted();
  const opened = page.evaluate(timeOpening);
  await link.click({ delay: PRESS });
  const { set, idle } = await opened;
  return { set, idle, longTasks: (await noted()).longTasks };
}

/** Runs in the page. */
function waitForIdle(): Promise<void> {
  return new Promise((resolve) => requestIdleCallback(() => resolve()));
}

/** Runs in the page: times the next click until its result is painted. */
function timeOpening(): Promise<{ set: number; idle: number }> {
  return new Promise((resolve) => {
    const before = document.querySelector('[data-thread]');
    const onClick = ({ timeStamp: start }: Event) => {
      const look = () => {
        const thread = document.querySelector('[data-thread]');
        const last = thread?.querySelector('li:last-child .prose')?.getBoundingClientRect();
        if (thread === before || !last || last.height === 0 || last.top > innerHeight)
          return requestAnimationFrame(look);
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => {
          const set = performance.now() - start;
          requestIdleCallback(() => resolve({ set, idle: performance.now() - start }));
        });
        port1.start();
        return port2.postMessage(null);
      };
      requestAnimationFrame(look);
    };
    addEventListener('click', onClick, { capture: true, once: true });
  });
}
