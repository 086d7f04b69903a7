import type { Locator } from 'playwright-core';
import type { MeasuredPage } from './measured-page.ts';

export interface Typing {
  /** Milliseconds from each key to the end of the next frame's paint. */
  keys: number[];
  /** Durations of tasks over 50 ms while typing, in milliseconds. */
  longTasks: number[];
}

const SENTENCE = 'How do the margins of a page change what its reader can see?';
const TIMES = 3;
/** Milliseconds between two keys, the speed of a good typist. */
const PAUSE = 80;

/** Types 180 characters into a text box. */
export async function measureTyping({ noted }: MeasuredPage, box: Locator): Promise<Typing> {
  await box.focus();
  await noted();
  await box.pressSequentially(SENTENCE.repeat(TIMES), { delay: PAUSE });
  return noted();
}
