/** Shows the prerendered page, as soon as the parser reaches it, until the app has rendered its own. */
export function showPrerendered(): void {
  new MutationObserver((_, watcher) => {
    const root = document.getElementById('root');
    if (!root) return;
    watcher.disconnect();
    const template = document.getElementById('landing');
    if (template instanceof HTMLTemplateElement) replaceTemplate(template, root);
  }).observe(document, { childList: true, subtree: true });
}

function replaceTemplate(template: HTMLTemplateElement, root: HTMLElement): void {
  const drawn = template.content.firstElementChild;
  if (!(drawn instanceof HTMLElement)) return;
  template.replaceWith(drawn);
  root.hidden = true;
  drawn.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button');
    if (button) drawn.dataset['pressed'] = String([...drawn.querySelectorAll('button')].indexOf(button));
  });
}
