import type { MeasuredPage } from './measured-page.ts';

export interface Scrolling {
  /** Milliseconds between one frame and the next. */
  frames: number[];
  /** Durations of tasks over 50 ms, in milliseconds. */
  longTasks: number[];
}

/** Number of wheel events. */
const TURNS = 80;
const PIXELS = 900;

/** Scrolls up through the open thread. */
export async function measureScrolling({ page, noted }: MeasuredPage): Promise<Scrolling> {
  await page.locator('[data-thread]').hover();
  await noted();
  await page.evaluate(() => {
    const frames: number[] = [];
    let before = performance.now();
    const note = (now: number) => {
      frames.push(now - before);
      before = now;
      if ('frames' in globalThis) requestAnimationFrame(note);
    };
    Object.assign(globalThis, { frames });
    requestAnimationFrame(note);
  });
  for (let turn = 0; turn < TURNS; turn++) await page.mouse.wheel(0, -PIXELS);
  const frames = await page.evaluate(() => {
    const noted = (globalThis as unknown as { frames: number[] }).frames;
    Reflect.deleteProperty(globalThis, 'frames');
    return noted;
  });
  return { frames, longTasks: (await noted()).longTasks };
}
