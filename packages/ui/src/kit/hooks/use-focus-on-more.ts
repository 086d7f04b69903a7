import { useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the first entry that a press on Show more adds to a list of `count` entries, unless its user went
 * on to something else meanwhile. Otherwise the focus would stay below the new entries, or be lost with the button.
 */
export function useFocusOnMore(count: number) {
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<{ button: HTMLElement; count: number } | null>(null);
  useLayoutEffect(() => {
    const { current: press } = pressed;
    if (press === null || count <= press.count) return;
    pressed.current = null;
    const focused = document.activeElement;
    // The page or the dialog has the focus of a button that is disabled or gone.
    if (focused !== press.button && !focused?.contains(list.current)) return;
    list.current?.children[press.count]?.querySelector<HTMLElement>('a, input')?.focus();
  }, [count]);
  return {
    list,
    /** Call it when the button is pressed. */
    onMore: (button: HTMLElement) => void (pressed.current = { button, count }),
  };
}
