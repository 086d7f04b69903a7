/** Elements that begin and end on lines of their own. */
const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, ul, ol, li, tr, blockquote, .code, .formula-block, .collapsible-text';
/** Elements that are not text of the message. */
const CONTROLS = 'button, .code__head, .sr-only, [aria-hidden=true], [role=note]';
/** Stands for a line ending in code, whose lines stay as they are. No page contains this character. */
const CODE_LINE = '\0';

/** Returns the selected part of one message as Markdown: formulas and code blocks as they were written. */
export function quoteText(selected: Range): string {
  const range = selected.cloneRange();
  // A partly selected formula is quoted whole.
  const [first, last] = [formulaAround(range.startContainer), formulaAround(range.endContainer)];
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
  const fragment = range.cloneContents();
  const code = elementOf(range.commonAncestorContainer)?.closest('pre');
  const text = code ? fence(code, fragment.textContent) : markdownOf(fragment);
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .replaceAll(CODE_LINE, '\n');
}

/** Marks each line as quoted. */
export function quoteLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

function markdownOf(node: Node): string {
  if (node instanceof Text) return node.data;
  if (node instanceof Element) {
    if (node.matches('[data-written]')) return (node as HTMLElement).dataset.written ?? '';
    if (node.matches(CONTROLS)) return '';
    if (node.matches('br')) return '\n';
    if (node.matches('pre')) return fence(node, node.textContent);
    if (node.matches('code')) return inlineCode(node.textContent);
  }
  const inside = [...node.childNodes].map(markdownOf).join('');
  if (!(node instanceof Element)) return inside;
  if (node.matches('li')) return `\n- ${inside.trim()}\n`;
  if (node.matches('td, th')) return `${inside.trim()} | `;
  return node.matches(BLOCKS) ? `\n${inside}\n` : inside;
}

function fence(code: Element, text: string): string {
  const language = code.getAttribute('data-language') ?? '';
  const marks = '`'.repeat(Math.max(3, longestTicks(text) + 1));
  return `\n${[marks + language, text.replace(/\n$/, ''), marks].join('\n').replaceAll('\n', CODE_LINE)}\n`;
}

function inlineCode(text: string): string {
  const marks = '`'.repeat(longestTicks(text) + 1);
  const space = /^`|`$/.test(text) ? ' ' : '';
  return text.trim() === '' ? text : marks + space + text + space + marks;
}

/** Length of the longest row of backticks. */
function longestTicks(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
}

function formulaAround(node: Node): Element | null {
  return elementOf(node)?.closest('[data-written]') ?? null;
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement;
}
