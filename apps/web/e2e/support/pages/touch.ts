import type { Page } from '@playwright/test';

export interface Point {
  x: number;
  y: number;
}

/** One finger. Playwright's own can only tap. */
export interface Finger {
  down(at: Point): Promise<void>;
  /** Moves in steps that take this many milliseconds by the clock of the events, however fast the machine is. */
  move(to: Point, milliseconds?: number): Promise<void>;
  /** Lifts the finger after it has rested. */
  up(restMs?: number): Promise<void>;
}

const STEPS = 8;

export async function fingerOn(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page);
  let at: Point = { x: 0, y: 0 };
  let clock = 0;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', laterMs: number) => {
    clock += laterMs;
    const touchPoints = type === 'touchEnd' ? [] : [at];
    return session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: clock / 1000 });
  };
  return {
    async down(to) {
      at = to;
      clock = Math.max(clock, Date.now());
      await send('touchStart', 0);
    },
    async move(to, milliseconds = 60) {
      const from = at;
      for (let step = 1; step <= STEPS; step++) {
        const part = step / STEPS;
        at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
        await send('touchMove', milliseconds / STEPS);
      }
    },
    up: async (restMs = 5) => void (await send('touchEnd', restMs)),
  };
}
