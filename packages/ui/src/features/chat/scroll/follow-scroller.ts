import { AT_END, follow, noticeOf, NOTICE_FOR, type Follow, type FollowEvent } from './follow.ts';

/** What the page around a thread shows of where its reader is. */
export interface Place {
  /** See `noticeOf`. */
  notice: ReturnType<typeof noticeOf>;
  /** Something has gone under the bar. */
  scrolled: boolean;
  /** The turn of the question whose answer is in view, once it has itself scrolled away. */
  question: HTMLElement | null;
}

export const START: Place = { notice: null, scrolled: false, question: null };

export interface FollowedScroller {
  toEnd(): void;
  /** Call before something else leads up: what changes its height on the way must not bring the end back. */
  leaveEnd(): void;
  /** Brings something in the thread into view and stays there. */
  show(element: Element): void;
  /**
   * Puts an element at this height in the window, once the thread around it is another one. Whoever is taken along with
   * the end stays there, unless the end is not what they look at (`leavesEnd`).
   */
  keepAt(element: Element, top: number, leavesEnd: boolean): void;
  /** Call before earlier messages are put above what is shown, and `restorePlace` right after: the text stays where it is. */
  holdPlace(): void;
  restorePlace(): void;
  dispose(): void;
}

/** Milliseconds after the last touch, wheel or key for which a movement is still the reader's own. */
const READER_MOVES_FOR = 1500;
const KEYS_UP = ['ArrowUp', 'PageUp', 'Home'];
/** Pixels that the browser may move the page by when something in it changes its height; more is somebody's doing. */
const PAGE_MOVES_BY = 150;

/** Keeps a scroller at its end for as long as its reader wants to be there. `isStreaming` says whether a reply is being written. */
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
  let readerGoesUp = false;
  let isPressed = false;
  let heldFromEnd = 0;

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
    pin();
    dispatch({ type: 'end' });
  };
  const moved = (goesUp: boolean) => {
    readerMovedAt = performance.now();
    readerGoesUp = goesUp;
  };

  const onScroll = () => {
    const top = scroller.scrollTop;
    const isReader = isPressed || performance.now() - readerMovedAt < READER_MOVES_FOR;
    // A page that became shorter moves up by itself, and a little where what is above its view did.
    const isMovedUp = top < lastTop - (isReader ? 1 : PAGE_MOVES_BY) && scroller.scrollHeight >= lastHeight;
    if (isMovedUp) up();
    else if (top > lastTop && isReader && !readerGoesUp) dispatch({ type: 'down', distance: distance() });
    else dispatch({ type: 'resized', distance: distance(), grew: false });
    remember();
  };
  const onResize = () => {
    const grew = isStreaming() && scroller.scrollHeight > lastHeight;
    if (state.following) pin();
    else remember();
    dispatch({ type: 'resized', distance: distance(), grew });
  };
  const onWheel = (event: WheelEvent) => {
    moved(event.deltaY < 0);
    if (event.deltaY < 0) up();
  };
  const onTouchStart = (event: TouchEvent) => {
    touchY = event.touches[0]?.clientY ?? 0;
  };
  const onTouchMove = (event: TouchEvent) => {
    const y = event.touches[0]?.clientY ?? touchY;
    moved(y > touchY);
    if (y > touchY + 1) up();
    touchY = y;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const goesUp = KEYS_UP.includes(event.key) || (event.key === ' ' && event.shiftKey);
    moved(goesUp);
    if (goesUp) up();
    // The browser would scroll to where the end is now, and that is not the end any more when it gets there.
    if (event.key === 'End' && !(event.target instanceof HTMLTextAreaElement)) toEnd();
  };
  const onPointerDown = () => {
    isPressed = true;
    moved(false);
  };
  const onPointerUp = () => {
    isPressed = false;
  };
  const onClick = (event: MouseEvent) => {
    // What is opened grows downwards from where the reader looks; following its end would carry it away.
    if (event.target instanceof Element && event.target.closest('[aria-expanded]')) up();
  };

  const onSelection = () => {
    const selection = getSelection();
    // Whoever selects what is written must not lose it from under the pointer.
    if (isStreaming() && selection?.isCollapsed === false && scroller.contains(selection.anchorNode)) up();
  };
  const onFocus = ({ target }: FocusEvent) => {
    // Whoever writes within the thread stays there, however much comes below.
    if (target instanceof HTMLTextAreaElement) up();
  };

  const listening = new AbortController();
  const options = { passive: true, signal: listening.signal };
  scroller.addEventListener('scroll', onScroll, options);
  scroller.addEventListener('wheel', onWheel, options);
  scroller.addEventListener('touchstart', onTouchStart, options);
  scroller.addEventListener('touchmove', onTouchMove, options);
  scroller.addEventListener('pointerdown', onPointerDown, options);
  for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, onPointerUp, options);
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
    keepAt(element, top, leavesEnd) {
      if (state.following && !leavesEnd) return;
      scroller.scrollTop += element.getBoundingClientRect().top - top;
      remember();
      up();
    },
    holdPlace() {
      heldFromEnd = scroller.scrollHeight - scroller.scrollTop;
    },
    restorePlace() {
      scroller.scrollTop = scroller.scrollHeight - heldFromEnd;
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
 * The turn of the last question that has gone above the upper edge. Groups and the turns in them stand in order, so few
 * need to be measured, and nothing within those that are not drawn.
 */
function questionAbove(scroller: HTMLElement): HTMLElement | null {
  const edge = scroller.getBoundingClientRect().top;
  const groups = scroller.querySelectorAll(':scope > * > ol');
  const current = countBegunAbove(groups, edge) - 1;
  for (let group = current; group >= 0; group--) {
    const turns = groups[group]?.children ?? [];
    const begun = group === current ? countBegunAbove(turns, edge) : turns.length;
    for (let place = begun - 1; place >= 0; place--) {
      const question = turns[place]?.querySelector('[data-question]');
      // What comes before a turn that has begun above the edge has ended there.
      const isAtEdge = group === current && place === begun - 1;
      const isAbove = question && (!isAtEdge || question.getBoundingClientRect().bottom < edge);
      if (isAbove) return turns[place] as HTMLElement;
    }
  }
  return null;
}

/** How many of these elements, which stand below each other, begin above an edge. */
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
