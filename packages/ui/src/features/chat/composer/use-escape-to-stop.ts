import { useEffect, useEffectEvent } from 'react';
import { isComposing } from '../../../kit/hooks/is-composing.ts';

/** What Escape is for while it is there. */
const OVER_THE_CHAT = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-scrim], main[inert]';

/** Stops the reply with Escape, wherever in the chat the focus is; null when there is none to stop. */
export function useEscapeToStop(stop: (() => void) | null): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event) || !stop) return;
    if (document.querySelector(OVER_THE_CHAT)) return;
    event.preventDefault();
    stop();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
