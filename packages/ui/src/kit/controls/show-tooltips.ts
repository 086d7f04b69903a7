/** Milliseconds for which the pointer rests on an element before its tooltip shows. */
const DELAY = 500;
/** Milliseconds after a tooltip within which the next one shows at once. */
const WARM = 300;
/** Milliseconds in which the pointer may cross from the element to its tooltip. */
const GRACE = 100;
/** Pixels to the element, and to the edges of the window. */
const GAP = 6;

/**
 * Shows the tooltips of the whole page: of what the mouse rests on, and of what has the keyboard's focus. An element
 * names its tooltip in `data-tooltip`. Loaded lazily. Returns a function that ends it.
 */
export function showTooltips(): () => void {
  const tip = document.createElement('div');
  tip.role = 'tooltip';
  // Screen readers have the element's name and description.
  tip.ariaHidden = 'true';
  tip.popover = 'manual';
  tip.dir = 'auto';
  tip.className = 'fixed max-w-90 rounded-sm bg-raised px-2 py-1 text-xs wrap-anywhere shadow-float';
  // Browsers center a popover.
  Object.assign(tip.style, { inset: 'auto', margin: '0' });
  let target: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiddenAt = -Infinity;
  let isTabbing = false;

  const hide = () => {
    clearTimeout(timer);
    if (tip.isConnected) hiddenAt = performance.now();
    tip.remove();
    target = null;
  };
  const show = (element: Element) => {
    const text = textOf(element);
    if (text === null || !element.isConnected) return;
    target = element;
    tip.textContent = text;
    document.body.append(tip);
    // On the top layer, so that it is above every dialog.
    tip.showPopover();
    place(tip, element.getBoundingClientRect());
  };
  const onOver = ({ target: over, pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse' || !(over instanceof Element)) return;
    if (tip.contains(over)) return clearTimeout(timer);
    const element = over.closest('[data-tooltip]');
    if (element !== null && element === target) return clearTimeout(timer);
    clearTimeout(timer);
    if (element === null) {
      if (target !== null) timer = setTimeout(hide, GRACE);
      return;
    }
    const isWarm = target !== null || performance.now() - hiddenAt < WARM;
    hide();
    timer = setTimeout(() => show(element), isWarm ? 0 : DELAY);
  };
  const onFocus = ({ target: focused }: { target: EventTarget | null }) => {
    hide();
    // A dialog that opens or closes moves the focus too.
    const element = isTabbing && focused instanceof Element && focused.closest('[data-tooltip]');
    if (element) show(element);
  };
  const listening = new AbortController();
  const options = { signal: listening.signal, capture: true, passive: true };
  document.addEventListener('pointerover', onOver, options);
  document.addEventListener('focusin', onFocus, options);
  for (const event of ['pointerdown', 'focusout', 'scroll']) document.addEventListener(event, hide, options);
  const onKey = ({ key }: KeyboardEvent) => {
    isTabbing = key === 'Tab';
    if (key === 'Escape') hide();
  };
  document.addEventListener('keydown', onKey, options);
  document.addEventListener('keyup', () => (isTabbing = false), options);
  for (const event of ['blur', 'resize']) window.addEventListener(event, hide, options);
  return () => {
    hide();
    listening.abort();
  };
}

/** An element's tooltip; null if all of it can be read on the element. */
function textOf(element: Element): string | null {
  const text = element.getAttribute('data-tooltip');
  if (!text) return null;
  const isCut = [element, ...element.children].some((part) => part.scrollWidth > part.clientWidth + 1);
  return element.textContent.trim() === text && !isCut ? null : text;
}

/** Places the tooltip below the element, or above it where there is no room. */
function place(tip: HTMLElement, { left, top, bottom, width }: DOMRect): void {
  const { offsetWidth, offsetHeight } = tip;
  const middle = left + (width - offsetWidth) / 2;
  const isAbove = bottom + GAP + offsetHeight > innerHeight - GAP;
  tip.style.left = `${Math.max(GAP, Math.min(middle, innerWidth - offsetWidth - GAP))}px`;
  tip.style.top = `${isAbove ? Math.max(GAP, top - GAP - offsetHeight) : bottom + GAP}px`;
}
