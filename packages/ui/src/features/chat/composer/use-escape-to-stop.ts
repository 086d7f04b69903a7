import { useEffect, useEffectEvent } from 'react';
import { isComposing } from '../../../kit/hooks/is-composing.ts';
import { isOverlayOpen } from '../../../kit/overlays/open-overlays.ts';

/** Stops the reply with Escape, wherever in the chat the focus is; null when there is none to stop. */
export function useEscapeToStop(stop: (() => void) | null): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event) || !stop) return;
    if (isOverlayOpen()) return;
    event.preventDefault();
    stop();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
