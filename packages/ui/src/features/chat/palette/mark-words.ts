const NAME = 'found';

/**
 * Highlights every occurrence of these words in an element without changing its DOM. Returns a function that removes
 * the highlights.
 */
export function markWords(element: Element, words: string[]): () => void {
  if (!('highlights' in CSS) || words.length === 0) return () => {};
  const wanted = [...new Set(words.map(lowered))];
  const highlight = new Highlight();
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const range of rangesIn(node, wanted)) highlight.add(range);
  }
  CSS.highlights.set(NAME, highlight);
  return () => void (CSS.highlights.get(NAME) === highlight && CSS.highlights.delete(NAME));
}

function rangesIn(node: Node, words: string[]): Range[] {
  const text = lowered(node.textContent ?? '');
  return words.flatMap((word) => {
    const ranges: Range[] = [];
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + word.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + word.length);
      ranges.push(range);
    }
    return ranges;
  });
}

/** In small letters, of the same length: the Turkish İ would become two characters. */
function lowered(text: string): string {
  return text.replaceAll('İ', 'I').toLowerCase();
}
