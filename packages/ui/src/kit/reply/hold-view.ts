/**
 * Does something that makes the thread shorter below this element, and leaves all that is in view above it where it is:
 * at the end of the thread, room is kept below until its reader has moved up far enough to need none.
 */
export function holdView(element: Element, shorten: () => void): void {
  const scroller = element.closest<HTMLElement>('[data-thread]');
  const content = scroller?.firstElementChild;
  if (!scroller || !(content instanceof HTMLElement)) return shorten();
  // Of what is above the view the browser itself keeps the rest in its place.
  if (element.getBoundingClientRect().bottom <= scroller.getBoundingClientRect().top) return shorten();
  const { scrollTop, clientHeight, scrollHeight } = scroller;
  const outside = scrollHeight - content.offsetHeight;
  shorten();
  if (scroller.scrollTop >= scrollTop && scroller.scrollHeight >= scrollTop + clientHeight) return;
  content.style.minHeight = `${scrollTop + clientHeight - outside}px`;
  scroller.scrollTop = scrollTop;
  const end = content.lastElementChild;
  const letGo = () => {
    const isNeeded = end !== null && end.getBoundingClientRect().bottom < scroller.getBoundingClientRect().bottom;
    if (isNeeded) return;
    content.style.minHeight = '';
    scroller.removeEventListener('scroll', letGo);
  };
  scroller.addEventListener('scroll', letGo, { passive: true });
}
