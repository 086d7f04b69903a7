import { useEffect, useEffectEvent } from 'react';
import { isComposing } from '../../../kit/hooks/is-composing.ts';
import { isOverlayOpen } from '../../../kit/overlays/open-overlays.ts';

/** Stops the reply on Escape, wherever the focus is in the chat. Pass null when no reply is running. */
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
