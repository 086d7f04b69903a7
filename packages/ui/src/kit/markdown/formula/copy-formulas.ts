/**
 * Copies formulas as their TeX source instead of the rendered glyphs, which are in the page twice. Other text is copied
 * as the browser would.
 */
export function copyFormulas(event: ClipboardEvent): void {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !event.clipboardData) return;
  const range = selection.getRangeAt(0).cloneRange();
  const [first, last] = [formulaAround(range.startContainer), formulaAround(range.endContainer)];
  // A partly selected formula is copied whole.
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  const copied = document.createElement('div');
  copied.append(range.cloneContents());
  const formulas = copied.querySelectorAll<HTMLElement>('[data-written]');
  if (formulas.length === 0) return;
  for (const formula of formulas) formula.replaceWith(formula.dataset.written ?? '');
  for (const control of copied.querySelectorAll('button, .code__head, .sr-only')) control.remove();
  // `innerText` has line breaks only for elements in the document.
  copied.className = 'sr-only';
  document.body.append(copied);
  event.clipboardData.setData('text/plain', copied.innerText);
  event.clipboardData.setData('text/html', copied.innerHTML);
  copied.remove();
  event.preventDefault();
}

function formulaAround(node: Node): Element | null {
  return (node instanceof Element ? node : node.parentElement)?.closest('[data-written]') ?? null;
}
