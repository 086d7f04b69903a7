/** Characters of a source. */
const MAX_LENGTH = 10_000;
/**
 * Lines, statements of a line and nodes joined by `&`. A dense diagram of that many takes about a second to lay out.
 */
const MAX_STATEMENTS = 150;
/** Statements of a Gantt chart that excludes days, since each of its tasks is moved day by day. */
const MAX_MOVED_TASKS = 30;

const SEPARATOR = /[\n;&]/;
const EXCLUDES = /^[ \t]*excludes\s/im;
const LONG_DURATION = /\d{3}(?:ms|[smhdw])\b|\d\d[My]\b/;
const LARGE_NUMBER = /\d{4}/;

/**
 * Whether a diagram may take many seconds to draw, during which the page would not respond: Mermaid draws in one go and
 * cannot be stopped. `type` is the name that Mermaid detects.
 */
export function isTooLarge(source: string, type: string): boolean {
  const statements = source.split(SEPARATOR).filter((statement) => statement.trim() !== '').length;
  if (source.length > MAX_LENGTH || statements > MAX_STATEMENTS) return true;
  switch (type) {
    case 'gantt':
      return EXCLUDES.test(source) && (statements > MAX_MOVED_TASKS || LONG_DURATION.test(source));
    case 'packet':
      // One line may stand for any number of bits.
      return LARGE_NUMBER.test(source);
    case 'block':
      // A few words may stand for millions of blocks, and each level of nesting multiplies the work.
      return true;
    default:
      return false;
  }
}
