const CONTROLS = 'a, button';

/**
 * Takes away the page that came drawn once the app has a page of its own, in the same frame. Where somebody had the focus
 * or has pressed a button by then, they have it and have pressed it there.
 */
export function handOverPrerender(root: HTMLElement): void {
  const drawn = document.getElementById('drawn');
  if (!drawn) return;
  const replace = (_: unknown, watcher: MutationObserver) => {
    // Every page has a heading; what says that one is loading has none.
    if (!root.querySelector('h1')) return;
    watcher.disconnect();
    const focused = [...drawn.querySelectorAll(CONTROLS)].indexOf(document.activeElement ?? drawn);
    const { pressed } = drawn.dataset;
    drawn.remove();
    root.hidden = false;
    root.querySelectorAll<HTMLElement>(CONTROLS)[focused]?.focus({ preventScroll: true });
    if (pressed !== undefined) root.querySelectorAll<HTMLElement>('button')[Number(pressed)]?.click();
  };
  new MutationObserver(replace).observe(root, { childList: true, subtree: true });
}
