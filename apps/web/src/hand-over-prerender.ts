const CONTROLS = 'a, button';

/**
 * Replaces the prerendered page once the app has rendered its own, in the same frame. The focus and a button pressed in the
 * meantime carry over.
 */
export function handOverPrerender(root: HTMLElement): void {
  const drawn = document.getElementById('drawn');
  if (!drawn) return;
  const replace = (_: unknown, watcher: MutationObserver) => {
    // Every page has a heading; the loading screen has none.
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
