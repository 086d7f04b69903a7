/**
 * Shows a prerendered page, as soon as the parser reaches it, until the app has rendered its own. Calls back with the
 * page and the place of the app's.
 */
export function showPrerendered(id: string, onShow: (page: HTMLElement, root: HTMLElement) => void): void {
  new MutationObserver((_, watcher) => {
    const root = document.getElementById('root');
    if (!root) return;
    watcher.disconnect();
    const template = document.getElementById(id);
    const page = template instanceof HTMLTemplateElement ? template.content.firstElementChild : null;
    if (!(page instanceof HTMLElement)) return;
    template?.replaceWith(page);
    onShow(page, root);
  }).observe(document, { childList: true, subtree: true });
}

/** Remembers the last button that was pressed on the landing page. */
export function keepPresses(page: HTMLElement, root: HTMLElement): void {
  root.hidden = true;
  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button');
    if (button) page.dataset['pressed'] = String([...page.querySelectorAll('button')].indexOf(button));
  });
}
