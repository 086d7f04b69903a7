/** Parts of the page that are no content: buttons, icons, hints for screen readers, the heads of code blocks. */
const CHROME = 'button, .code__head, svg, .sr-only, [role=status], .caret, [aria-hidden=true]';
const KEPT = new Set(['href', 'src', 'alt', 'colspan', 'rowspan', 'dir', 'start']);

/**
 * Returns an element's content as HTML that another program can paste: without scripts, styles, buttons and classes.
 */
export function plainHtml(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const formula of copy.querySelectorAll('.katex')) {
    formula.replaceWith(formula.querySelector('annotation')?.textContent ?? formula.textContent);
  }
  // Editors drop boxes, and with them which tasks are done.
  for (const box of copy.querySelectorAll('input')) box.replaceWith(box.checked ? '☑' : '☐');
  // Only this page can load a drawn diagram.
  for (const picture of copy.querySelectorAll<HTMLImageElement>('img[src^="blob:"]')) picture.replaceWith(picture.alt);
  for (const each of copy.querySelectorAll(CHROME)) each.remove();
  // A footnote is within the sentence that cites it, and again in each other one.
  for (const note of copy.querySelectorAll('[role=note]')) {
    note.firstElementChild?.replaceWith(' (');
    note.append(')');
    if (note.matches('.footnote--again')) note.remove();
  }
  // Without the colors.
  for (const code of copy.querySelectorAll('pre code')) code.replaceChildren(code.textContent);
  for (const each of copy.querySelectorAll('*')) {
    for (const name of each.getAttributeNames()) if (!KEPT.has(name)) each.removeAttribute(name);
  }
  return copy.innerHTML;
}
