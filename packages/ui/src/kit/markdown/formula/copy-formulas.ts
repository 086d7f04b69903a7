/**
 * Copies formulas as their source instead of the glyphs that they are typeset with, which are in the page twice. All other
 * text is copied as the browser would.
 */
export function copyFormulas(event: ClipboardEvent): void {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !event.clipboardData) return;
  const range = selection.getRangeAt(0).cloneRange();
  const [first, last] = [formulaAround(range.startContainer), formulaAround(range.endContainer)];
  // Half a formula is none.
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  const copied = document.createElement('div');
  copied.append(range.cloneContents());
  const formulas = copied.querySelectorAll<HTMLElement>('[data-written]');
  if (formulas.length === 0) return;
  for (const formula of formulas) formula.replaceWith(formula.dataset.written ?? '');
  for (const control of copied.querySelectorAll('button, .code__head, .sr-only')) control.remove();
  // Only what stands on the page has lines.
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
