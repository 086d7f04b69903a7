import { useEffect, useRef, type MouseEvent, type PointerEvent, type TouchEvent } from 'react';

const LONG = 500;
/** Pixels that a resting finger may move. */
const REST = 8;

interface Point {
  x: number;
  y: number;
}

/** Calls back with the window position of a finger that has rested for half a second. */
export function useLongPress(onLongPress: (at: Point) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef<Point>({ x: 0, y: 0 });
  const isLong = useRef(false);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => cancel, []);
  return {
    onPointerDown(event: PointerEvent) {
      cancel();
      isLong.current = false;
      if (event.pointerType !== 'touch' || !event.isPrimary) return;
      const at = { x: event.clientX, y: event.clientY };
      start.current = at;
      timer.current = setTimeout(() => {
        isLong.current = true;
        onLongPress(at);
      }, LONG);
    },
    onPointerMove(event: PointerEvent) {
      const { x, y } = start.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > REST) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onTouchEnd(event: TouchEvent) {
      // The mouse events emulated after the touch would close what the long press opened.
      if (isLong.current) event.preventDefault();
    },
    onContextMenu(event: MouseEvent) {
      if (isLong.current) event.preventDefault();
    },
  };
}
