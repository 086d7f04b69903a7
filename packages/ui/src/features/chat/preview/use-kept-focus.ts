import { useEffect, type RefObject } from 'react';

/** Returns the focus to a text field when the frame of a preview takes it while no one uses the frame. */
export function useKeptFocus(holder: RefObject<HTMLIFrameElement | null>): void {
  useEffect(() => {
    let field: HTMLElement | null = null;
    let isTab = false;
    const onFocus = ({ target }: FocusEvent) => {
      field = target instanceof HTMLElement && target.matches('textarea, input') ? target : null;
    };
    const onKey = ({ key }: KeyboardEvent) => void (isTab = key === 'Tab');
    const onBlur = () => {
      const frame = holder.current;
      if (!frame || document.activeElement !== frame || isTab || frame.matches(':hover')) return;
      const left = field;
      // The browser is still moving the focus.
      setTimeout(() => left?.focus({ preventScroll: true }));
    };
    addEventListener('focusin', onFocus);
    addEventListener('keydown', onKey, true);
    addEventListener('blur', onBlur);
    return () => {
      removeEventListener('focusin', onFocus);
      removeEventListener('keydown', onKey, true);
      removeEventListener('blur', onBlur);
    };
  }, [holder]);
}
