import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Pixels that a finger moves before its direction decides whether this is a swipe. */
const SLOP = 8;
/** Pixels per millisecond from which the direction of a release decides, not the position. */
const FLING = 0.3;
/** Milliseconds of movement before the release that its velocity is measured over. */
const RECENT = 80;
const SETTLE: KeyframeAnimationOptions = { duration: 200, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };

interface DrawerSwipeProps {
  isOpen: boolean;
  /** The element that swipes start in. */
  page: RefObject<HTMLElement | null>;
  drawer: RefObject<HTMLElement | null>;
  scrim: RefObject<HTMLElement | null>;
  /** Whether the drawer has to be rendered for a swipe, although it may be closed. */
  isSwiping: boolean;
  onSwiping: (isSwiping: boolean) => void;
  onOpen: () => void;
  onClose: () => void;
}

interface Touch {
  pointerId: number;
  x: number;
  y: number;
  isSwipe: boolean;
  /** The recent positions, oldest first. */
  recent: { x: number; at: number }[];
}

/**
 * Opens and closes the drawer with a horizontal swipe that it follows; renders nothing. It has to be after the drawer
 * in the page. The page needs `touch-action: pan-y`: the browser then cancels the pointer when it scrolls vertically,
 * and leaves horizontal moves to this component. Loaded lazily, on narrow pages.
 */
export function DrawerSwipe({ isOpen, page, drawer, scrim, isSwiping, onSwiping, onOpen, onClose }: DrawerSwipeProps) {
  const touch = useRef<Touch | null>(null);
  /** Pixels that the finger has moved inward. */
  const moved = useRef(0);
  /** The direction in which the drawer opens: 1 is to the right. */
  const inward = document.dir === 'rtl' ? -1 : 1;

  const width = () => drawer.current?.offsetWidth ?? 0;
  /** Pixels by which the drawer is outward of its open position. */
  const hidden = () => Math.min(width(), Math.max(0, (isOpen ? 0 : width()) - moved.current));
  const place = (by: number) => {
    if (!drawer.current || !scrim.current) return;
    setStyle(drawer.current, { animation: 'none', translate: `${-by * inward}px` });
    setStyle(scrim.current, { animation: 'none', opacity: String(1 - by / width()) });
  };
  useLayoutEffect(() => {
    if (isSwiping) place(hidden());
  });
  const settle = useEffectEvent(async (opens: boolean) => {
    const from = hidden();
    const to = opens ? 0 : width();
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const options = isStill ? { duration: 0 } : SETTLE;
    moved.current = isOpen ? -to : width() - to;
    place(to);
    scrim.current?.animate({ opacity: [1 - from / width(), 1 - to / width()] }, options);
    const slide = drawer.current?.animate({ translate: [`${-from * inward}px`, `${-to * inward}px`] }, options);
    // Closed only when it is out of view, and open at once, so that the page behind it is inert.
    if (!opens) await slide?.finished;
    if (opens && !isOpen) onOpen();
    if (!opens && isOpen) onClose();
    onSwiping(false);
  });

  const onDown = useEffectEvent((event: PointerEvent) => {
    const { target, pointerId, clientX: x, clientY: y, pointerType, isPrimary, timeStamp: at } = event;
    if (pointerType !== 'touch' || !isPrimary || isSwiping) return;
    if (!(target instanceof Element) || !page.current?.contains(target) || scrollsSideways(target)) return;
    touch.current = { pointerId, x, y, isSwipe: false, recent: [{ x, at }] };
  });
  const onMove = useEffectEvent(({ pointerId, clientX, clientY, timeStamp }: PointerEvent) => {
    const now = touch.current;
    if (now?.pointerId !== pointerId) return;
    const moves = (clientX - now.x) * inward;
    const down = Math.abs(clientY - now.y);
    if (!now.isSwipe) {
      if (Math.max(Math.abs(moves), down) < SLOP) return;
      if (down >= Math.abs(moves) || moves < 0 !== isOpen) {
        touch.current = null;
        return;
      }
      now.isSwipe = true;
      // The drawer starts to move from where it is.
      now.x += Math.sign(clientX - now.x) * SLOP;
      // A quick swipe ends before a scheduled render.
      flushSync(() => onSwiping(true));
    }
    moved.current = (clientX - now.x) * inward;
    now.recent = [...now.recent.filter(({ at }) => timeStamp - at < RECENT), { x: clientX, at: timeStamp }];
    place(hidden());
  });
  const onUp = useEffectEvent((event: PointerEvent) => {
    const now = touch.current;
    if (now?.pointerId !== event.pointerId) return;
    touch.current = null;
    if (!now.isSwipe) return;
    const speed = speedOf(now.recent, event) * inward;
    const isNearer = hidden() < width() / 2;
    void settle(event.type === 'pointercancel' ? isOpen : Math.abs(speed) > FLING ? speed > 0 : isNearer);
  });
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    document.addEventListener('pointerdown', onDown, options);
    document.addEventListener('pointermove', onMove, options);
    document.addEventListener('pointerup', onUp, options);
    document.addEventListener('pointercancel', onUp, options);
    return () => listening.abort();
  }, []);
  return null;
}

function setStyle(element: HTMLElement, style: Partial<CSSStyleDeclaration>): void {
  Object.assign(element.style, style);
}

/** Pixels per millisecond to the right, over the last moves. A finger that has rested has none. */
function speedOf(recent: Touch['recent'], { clientX, timeStamp }: PointerEvent): number {
  const first = recent.find(({ at }) => timeStamp - at < RECENT);
  return first && timeStamp > first.at ? (clientX - first.x) / (timeStamp - first.at) : 0;
}

/** Whether the element is in something that scrolls sideways itself, such as a table, code, or a field. */
function scrollsSideways(target: Element): boolean {
  for (let element: Element | null = target; element; element = element.parentElement) {
    if (element.scrollWidth <= element.clientWidth) continue;
    if (/auto|scroll/.test(getComputedStyle(element).overflowX)) return true;
  }
  return target.closest('input, textarea') !== null;
}
