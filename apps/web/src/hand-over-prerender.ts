import { handOverTyping } from './hand-over-typing.ts';
import { webPlatform } from './platform.ts';

const CONTROLS = 'a, button';

/**
 * Replaces the prerendered page once the app has rendered its own, in the same frame. The focus, a button or a
 * shortcut pressed in the meantime and what was typed carry over.
 */
export function handOverPrerender(root: HTMLElement): void {
  const prerendered = document.getElementById('drawn');
  if (!prerendered) return;
  // The user who is cached for a start without the server.
  const userId = () => webPlatform.storage.get('user')?.split('"_id":"')[1]?.slice(0, 36);
  const user = userId();
  const replace = () => {
    // Every page has a heading; the loading screen has none. A word that an IME composes cannot move to another box.
    if (!root.querySelector('h1') || prerendered.matches('[data-composing]')) return;
    watcher.disconnect();
    const focused = [...prerendered.querySelectorAll(CONTROLS)].indexOf(document.activeElement ?? prerendered);
    const { pressed, keys } = prerendered.dataset;
    const query = prerendered.querySelector<HTMLInputElement>(':scope > input')?.value;
    root.hidden = false;
    root.style.visibility = '';
    const box = prerendered.querySelector('textarea');
    if (box)
      handOverTyping(box, root, prerendered.matches('[data-sends]'), () => user === undefined || user === userId());
    prerendered.remove();
    root.querySelectorAll<HTMLElement>(CONTROLS)[focused]?.focus({ preventScroll: true });
    if (pressed !== undefined) root.querySelectorAll<HTMLElement>('button')[Number(pressed)]?.click();
    if (keys === undefined || document.dispatchEvent(new KeyboardEvent('keydown', JSON.parse(keys)))) return;
    // The app has opened the palette and focused its field by then.
    if (query) queueMicrotask(() => typeQuery(query));
  };
  const watcher = new MutationObserver(replace);
  watcher.observe(root, { childList: true, subtree: true });
  // The mark is removed by then, since it was listened for first.
  prerendered.addEventListener('compositionend', replace);
}

function typeQuery(query: string): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement)) return;
  // Unlike `value`, it lets React see the change.
  field.setRangeText(query, 0, field.value.length, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
