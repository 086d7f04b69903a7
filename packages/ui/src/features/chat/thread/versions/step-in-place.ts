import type { RefObject } from 'react';
import type { FollowedScroller } from '../../scroll/follow-scroller.ts';

/** Frames that the other version may take to be rendered. */
const PATIENCE = 60;

/**
 * Steps to another version of a message and keeps the reader's place: the pressed control stays at its height in the
 * window and keeps the focus, although it is then in another row. `shown` finds the version switch that is on screen.
 */
export async function stepInPlace(
  control: HTMLElement,
  shown: () => HTMLElement | undefined,
  isQuestion: boolean,
  scroller: RefObject<FollowedScroller | null>,
  step: () => Promise<void>,
): Promise<void> {
  const group = shown();
  const top = group?.getBoundingClientRect().top ?? 0;
  await step();
  const next = group && (await renderedAgain(group, shown));
  if (!next) return;
  // What follows a question is another conversation; its end is not what is looked at.
  scroller.current?.keepAt(next, top, isQuestion);
  if (document.activeElement !== document.body) return;
  const enabled = [...next.querySelectorAll<HTMLElement>(':enabled')];
  // At the first and the last version only the other control leads on.
  (enabled.find(({ ariaLabel }) => ariaLabel === control.ariaLabel) ?? enabled[0])?.focus({ preventScroll: true });
}

/** The version switch of the same message once it is in another row; undefined where nothing has changed. */
async function renderedAgain(
  group: HTMLElement,
  shown: () => HTMLElement | undefined,
): Promise<HTMLElement | undefined> {
  for (let frame = 0; frame < PATIENCE; frame++) {
    const now = shown();
    if (now && now !== group) return now;
    await new Promise(requestAnimationFrame);
  }
  return undefined;
}
