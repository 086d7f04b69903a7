import { AT_END, follow, noticeOf, NOTICE_FOR, type Follow, type FollowEvent } from './follow.ts';

/** The scroll position as the page around the thread shows it. */
export interface Place {
  /** See `noticeOf`. */
  notice: ReturnType<typeof noticeOf>;
  /** Whether content has scrolled under the header. */
  scrolled: boolean;
  /** Row of the question whose answer is in view, once the question itself has scrolled out of view. */
  question: HTMLElement | null;
}

export const START: Place = { notice: null, scrolled: false, question: null };

export interface FollowedScroller {
  toEnd(): void;
  /** Call before scrolling up programmatically, so that height changes on the way do not scroll back to the end. */
  leaveEnd(): void;
  /** Scrolls an element of the thread into view and stops following the end. */
  show(element: Element): void;
  /**
   * Puts an element at this height in the window after the thread around it has changed. A reader who follows the end
   * stays at the end, unless `leavesEnd` is set.
   */
  anchorAt(element: Element, top: number, leavesEnd: boolean): void;
  /**
   * Call before older messages are inserted above, and `restorePlace` right after, so that the text in view does not
   * move.
   */
  savePlace(): void;
  restorePlace(): void;
  dispose(): void;
}

/** Milliseconds after the last touch, wheel or key event during which a scroll counts as the reader's own. */
const READER_MOVES_FOR = 1500;
const KEYS_UP = ['ArrowUp', 'PageUp', 'Home'];
/** Pixels that the browser's scroll anchoring may move the page by; a larger move counts as deliberate. */
const PAGE_MOVES_BY = 150;

/** Keeps a scroller at its end while its reader wants to be there. `isStreaming`: whether a reply is streaming. */
export function followScroller(
  scroller: HTMLElement,
  isStreaming: () => boolean,
  onPlace: (place: Place) => void,
): FollowedScroller {
  const content = scroller.firstElementChild ?? scroller;
  let state: Follow = AT_END;
  let shown = START;
  let noticeTimer: ReturnType<typeof setTimeout> | undefined;
  let lastTop = 0;
  let lastHeight = 0;
  let touchY = 0;
  let readerMovedAt = -Infinity;
  /** Where the reader's last touch, wheel or key event leads; null for a press, which may lead anywhere. */
  let readerGoes: 'up' | 'down' | null = null;
  let isPressed = false;
  let savedFromEnd = 0;

  const distance = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
  const remember = () => {
    lastTop = scroller.scrollTop;
    lastHeight = scroller.scrollHeight;
  };
  const pin = () => {
    scroller.scrollTop = scroller.scrollHeight;
    remember();
  };
  const publish = () => {
    const place: Place = {
      notice: noticeOf(state, performance.now()),
      scrolled: scroller.scrollTop > 0,
      question: questionAbove(scroller),
    };
    const same =
      place.notice === shown.notice && place.scrolled === shown.scrolled && place.question === shown.question;
    if (same) return;
    shown = place;
    onPlace(place);
  };
  const dispatch = (event: FollowEvent) => {
    const left = state.leftAt;
    state = follow(state, event);
    if (state.leftAt !== null && state.leftAt !== left) {
      clearTimeout(noticeTimer);
      noticeTimer = setTimeout(publish, NOTICE_FOR);
    }
    publish();
  };
  const up = () => {
    if (scroller.scrollHeight <= scroller.clientHeight) return;
    dispatch({ type: 'up', distance: distance(), streaming: isStreaming(), now: performance.now() });
  };
  const toEnd = () => {
    // Ends what the reader did before.
    readerMovedAt = -Infinity;
    pin();
    dispatch({ type: 'end' });
  };
  const moved = (goes: typeof readerGoes) => {
    readerMovedAt = performance.now();
    readerGoes = goes;
  };

  const onScroll = () => {
    const top = scroller.scrollTop;
    const isReader = isPressed || performance.now() - readerMovedAt < READER_MOVES_FOR;
    // A page that shrinks moves up by itself, and moves up a little when content above the view shrinks or when the end
    // is rendered again.
    const leastUp = isPressed || (isReader && readerGoes !== 'down') ? 1 : PAGE_MOVES_BY;
    const isMovedUp = top < lastTop - leastUp && scroller.scrollHeight >= lastHeight;
    if (isMovedUp) up();
    else if (top > lastTop && isReader && readerGoes !== 'up') dispatch({ type: 'down', distance: distance() });
    else dispatch({ type: 'resized', distance: distance(), grew: false });
    remember();
  };
  const onResize = () => {
    const grew = isStreaming() && scroller.scrollHeight > lastHeight;
    // Text that moves under a pressed pointer would restart the selection at another place with every line.
    if (state.following && !isPressed) pin();
    else remember();
    dispatch({ type: 'resized', distance: distance(), grew });
  };
  const onWheel = (event: WheelEvent) => {
    moved(event.deltaY < 0 ? 'up' : 'down');
    if (event.deltaY < 0) up();
  };
  const onTouchStart = (event: TouchEvent) => {
    touchY = event.touches[0]?.clientY ?? 0;
  };
  const onTouchMove = (event: TouchEvent) => {
    const y = event.touches[0]?.clientY ?? touchY;
    moved(y > touchY ? 'up' : 'down');
    if (y > touchY + 1) up();
    touchY = y;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const goesUp = KEYS_UP.includes(event.key) || (event.key === ' ' && event.shiftKey);
    moved(goesUp ? 'up' : 'down');
    if (goesUp) up();
    // The browser would scroll to the current end, which has moved on by the time it gets there.
    if (event.key === 'End' && !(event.target instanceof HTMLTextAreaElement)) toEnd();
  };
  const onPointerDown = ({ button }: PointerEvent) => {
    // The release of another button may go to the browser's own menu.
    isPressed = button === 0;
    moved(null);
  };
  const onRelease = () => {
    if (!isPressed) return;
    isPressed = false;
    // After the click, which may stop the following.
    requestAnimationFrame(() => {
      if (state.following && !isPressed) pin();
    });
  };
  const onClick = (event: MouseEvent) => {
    // A disclosure expands downward from where the reader looks; following the end would push it out of view.
    if (event.target instanceof Element && event.target.closest('[aria-expanded]')) up();
  };

  const onSelection = ({ target }: Event) => {
    // Typing moves the selection of the text field. Reading the page's selection then would force a layout.
    if (target !== document || !isStreaming()) return;
    const selection = getSelection();
    // Scrolling must not move the text under a selection in progress.
    if (selection?.isCollapsed === false && scroller.contains(selection.anchorNode)) up();
  };
  const onFocus = ({ target }: FocusEvent) => {
    // A reader who types within the thread stays there while content arrives below.
    if (target instanceof HTMLTextAreaElement) up();
  };

  const listening = new AbortController();
  const options = { passive: true, signal: listening.signal };
  scroller.addEventListener('scroll', onScroll, options);
  scroller.addEventListener('wheel', onWheel, options);
  scroller.addEventListener('touchstart', onTouchStart, options);
  scroller.addEventListener('touchmove', onTouchMove, options);
  scroller.addEventListener('pointerdown', onPointerDown, options);
  for (const type of ['pointerup', 'pointercancel', 'blur']) window.addEventListener(type, onRelease, options);
  scroller.addEventListener('keydown', onKeyDown, options);
  scroller.addEventListener('click', onClick, options);
  scroller.addEventListener('focusin', onFocus, options);
  document.addEventListener('selectionchange', onSelection, options);
  const sizes = new ResizeObserver(onResize);
  sizes.observe(content);
  sizes.observe(scroller);
  pin();

  return {
    toEnd,
    leaveEnd: up,
    show(element) {
      up();
      element.scrollIntoView({ block: 'center' });
      remember();
      publish();
    },
    anchorAt(element, top, leavesEnd) {
      if (state.following && !leavesEnd) return;
      scroller.scrollTop += element.getBoundingClientRect().top - top;
      remember();
      up();
    },
    savePlace() {
      savedFromEnd = scroller.scrollHeight - scroller.scrollTop;
    },
    restorePlace() {
      scroller.scrollTop = scroller.scrollHeight - savedFromEnd;
      remember();
    },
    dispose() {
      listening.abort();
      sizes.disconnect();
      clearTimeout(noticeTimer);
      onPlace(START);
    },
  };
}

/**
 * Returns the row of the last question above the upper edge. Groups and their rows are in order, so only a few are
 * measured, and none inside groups that are not rendered.
 */
function questionAbove(scroller: HTMLElement): HTMLElement | null {
  const edge = scroller.getBoundingClientRect().top;
  const groups = [...(scroller.firstElementChild?.children ?? [])].filter(({ tagName }) => tagName === 'OL');
  const current = countBegunAbove(groups, edge) - 1;
  for (let group = current; group >= 0; group--) {
    const turns = groups[group]?.children ?? [];
    const begun = group === current ? countBegunAbove(turns, edge) : turns.length;
    for (let place = begun - 1; place >= 0; place--) {
      const question = turns[place]?.querySelector('[data-question]');
      // A row before one that starts above the edge has ended above it.
      const isAtEdge = group === current && place === begun - 1;
      const isAbove = question && (!isAtEdge || question.getBoundingClientRect().bottom < edge);
      if (isAbove) return turns[place] as HTMLElement;
    }
  }
  return null;
}

/** Counts the elements that start above an edge, by binary search; they must be in vertical order. */
function countBegunAbove(elements: ArrayLike<Element>, edge: number): number {
  let above = 0;
  let below = elements.length;
  while (above < below) {
    const middle = (above + below) >> 1;
    if ((elements[middle]?.getBoundingClientRect().top ?? edge) < edge) above = middle + 1;
    else below = middle;
  }
  return above;
}
