import type { RefObject } from 'react';
import type { FollowedScroller } from '../../scroll/follow-scroller.ts';

/** Animation frames to wait for the other version to render. */
const PATIENCE = 60;

/**
 * Switches to another version of a message and keeps the scroll position: the pressed control stays at its height in
 * the window and keeps the focus, although it is in another row afterward. `shown` returns the version switch on
 * screen.
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
  // Another version of a question has another continuation, so its end is not what the reader looks at.
  scroller.current?.anchorAt(next, top, isQuestion);
  if (document.activeElement !== document.body) return;
  const enabled = [...next.querySelectorAll<HTMLElement>(':enabled')];
  // At the first and the last version only the other control is enabled.
  (enabled.find(({ ariaLabel }) => ariaLabel === control.ariaLabel) ?? enabled[0])?.focus({ preventScroll: true });
}

/** Waits for the message's version switch to mount in another row. Resolves to undefined if nothing changes. */
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
