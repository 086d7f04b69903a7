/**
 * Runs `shorten`, which makes the thread shorter below this element, without moving the content in view above it. At
 * the end of the thread it reserves space below until the reader has scrolled up far enough.
 */
export function holdView(element: Element, shorten: () => void): void {
  const scroller = element.closest<HTMLElement>('[data-thread]');
  const content = scroller?.firstElementChild;
  if (!scroller || !(content instanceof HTMLElement)) return shorten();
  // For an element above the view, the browser's scroll anchoring does this.
  if (element.getBoundingClientRect().bottom <= scroller.getBoundingClientRect().top) return shorten();
  const { scrollTop, clientHeight, scrollHeight } = scroller;
  const outside = scrollHeight - content.offsetHeight;
  shorten();
  if (scroller.scrollTop >= scrollTop && scroller.scrollHeight >= scrollTop + clientHeight) return;
  content.style.minHeight = `${scrollTop + clientHeight - outside}px`;
  scroller.scrollTop = scrollTop;
  const end = content.lastElementChild;
  const release = () => {
    const isNeeded = end !== null && end.getBoundingClientRect().bottom < scroller.getBoundingClientRect().bottom;
    if (isNeeded) return;
    content.style.minHeight = '';
    scroller.removeEventListener('scroll', release);
  };
  scroller.addEventListener('scroll', release, { passive: true });
}
