import './mark-sentence.css';

const NAME = 'read';

/**
 * Marks the sentence that is read, in place of the one before, and scrolls it into view if the one before was there.
 * Browsers without the CSS Custom Highlight API show no mark.
 */
export function markSentence(range: Range | null): void {
  if (!('highlights' in CSS)) return;
  const [before] = CSS.highlights.get(NAME) ?? [];
  if (!range) return void CSS.highlights.delete(NAME);
  const wasInView = before instanceof Range && isInView(before);
  CSS.highlights.set(NAME, new Highlight(range));
  if (wasInView && !isInView(range)) elementOf(range)?.scrollIntoView({ block: 'center' });
}

function isInView(range: Range): boolean {
  const { top, bottom } = range.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

function elementOf({ startContainer }: Range): Element | null {
  return startContainer instanceof Element ? startContainer : startContainer.parentElement;
}
