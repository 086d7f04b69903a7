/**
 * Sets `--covered-top` and `--covered-bottom` to the pixels of the window that an on-screen keyboard covers or scrolls
 * out of view, as on iOS. Other systems shrink the page instead. Returns a function that unsubscribes.
 */
export function followVisibleArea(): () => void {
  const view = window.visualViewport;
  if (!view) return () => {};
  const root = document.documentElement;
  const set = (top: number, bottom: number) => {
    root.style.setProperty('--covered-top', `${top}px`);
    root.style.setProperty('--covered-bottom', `${bottom}px`);
  };
  const update = () => {
    const covered = root.clientHeight - view.height;
    // Of a page that is zoomed in, only a part is in view too.
    const isKeyboard = view.scale === 1 && covered > 1;
    set(isKeyboard ? view.offsetTop : 0, isKeyboard ? Math.max(0, covered - view.offsetTop) : 0);
  };
  const listening = new AbortController();
  for (const type of ['resize', 'scroll']) view.addEventListener(type, update, { signal: listening.signal });
  update();
  return () => {
    listening.abort();
    set(0, 0);
  };
}
