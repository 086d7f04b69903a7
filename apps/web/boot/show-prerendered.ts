/**
 * Shows a prerendered page, as soon as the parser reaches it, until the app has rendered its own. Calls back with the
 * page and the place of the app's.
 */
export function showPrerendered(id: string, onShow: (drawn: HTMLElement, root: HTMLElement) => void): void {
  new MutationObserver((_, watcher) => {
    const root = document.getElementById('root');
    if (!root) return;
    watcher.disconnect();
    const template = document.getElementById(id);
    const drawn = template instanceof HTMLTemplateElement ? template.content.firstElementChild : null;
    if (!(drawn instanceof HTMLElement)) return;
    template?.replaceWith(drawn);
    onShow(drawn, root);
  }).observe(document, { childList: true, subtree: true });
}

/** Remembers the last button that was pressed on the landing page. */
export function keepPresses(drawn: HTMLElement, root: HTMLElement): void {
  root.hidden = true;
  drawn.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button');
    if (button) drawn.dataset['pressed'] = String([...drawn.querySelectorAll('button')].indexOf(button));
  });
}
