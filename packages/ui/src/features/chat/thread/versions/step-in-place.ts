import type { RefObject } from 'react';
import type { FollowedScroller } from '../../scroll/follow-scroller.ts';

/** Frames for which the other version may take to be drawn. */
const PATIENCE = 60;

/**
 * Steps to another version of a question or a reply and leaves who did it where they are: the control that was pressed
 * stays at its height in the window, and has the focus again, though it stands in another turn then.
 */
export async function stepInPlace(
  control: HTMLElement,
  isQuestion: boolean,
  scroller: RefObject<FollowedScroller | null>,
  step: () => Promise<void>,
): Promise<void> {
  const group = control.closest<HTMLElement>('[data-versions]');
  const top = group?.getBoundingClientRect().top ?? 0;
  await step();
  const next = group && (await drawnAgain(group));
  if (!next) return;
  // What follows a question is another conversation; its end is not what is looked at.
  scroller.current?.keepAt(next, top, isQuestion);
  if (document.activeElement !== document.body) return;
  const enabled = [...next.querySelectorAll<HTMLElement>(':enabled')];
  // At the first and the last version only the other control leads on.
  (enabled.find(({ ariaLabel }) => ariaLabel === control.ariaLabel) ?? enabled[0])?.focus({ preventScroll: true });
}

/** The versions of the same message once they stand in another turn; null where nothing has changed. */
async function drawnAgain(group: HTMLElement): Promise<HTMLElement | null> {
  for (let frame = 0; frame < PATIENCE; frame++) {
    const now = document.querySelector<HTMLElement>(`[data-versions="${group.dataset.versions}"]`);
    if (now && now !== group) return now;
    await new Promise(requestAnimationFrame);
  }
  return null;
}
