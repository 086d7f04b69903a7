import type { Root, RootContent } from 'mdast';
import { OpenCode } from './open-code.ts';
import { detachSubstring } from './detach-substring.ts';
import { parseMarkdown } from '../parse/parse-markdown.ts';

/**
 * A top-level node of the reply and its source text. The node's own offsets are relative to `offset` characters before
 * that text.
 */
export interface SourceBlock {
  node: RootContent;
  source: string;
  offset: number;
}

/** The end of the reply, which more text may still change. */
export type Tail = { kind: 'blocks'; blocks: SourceBlock[] } | { kind: 'code'; code: OpenCode };

// A line of only markup is ambiguous: `-` may become a list, a rule, a heading's underline or a word.
const unreadLine = /^[ \t>]*(?:(?<=[ \t])|[-*+_=~`#|:!$][-*+_=~`#|:!$ \t]*|\\\[?[ \t]*|\d{1,9}[.)][ \t]*)$/;

/**
 * Splits a growing reply into top-level blocks, and parses again only what more text can change. A block is finished as
 * soon as another one has started on a complete line: blocks are decided line by line, so later text cannot reach back
 * across that start.
 */
export class BlockSplitter {
  readonly #links: ReadonlyMap<string, unknown>;
  #text = '';
  #tailStart = 0;
  #code: { open: OpenCode; read: number } | undefined;

  /** `links` holds the labels defined by finished blocks; the owner adds each definition when it is finished. */
  constructor(links: ReadonlyMap<string, unknown>) {
    this.#links = links;
  }

  /**
   * Takes the reply so far, which starts with the previous text and uses `\n` as its only line ending. Returns the
   * newly finished blocks, in order, and the tail. Unless the text is `whole`, holds back a last line that is only
   * markup.
   */
  read(text: string, whole: boolean): { finished: SourceBlock[]; tail: Tail } {
    this.#text = text;
    const finished: SourceBlock[] = [];
    for (;;) {
      if (this.#code && !this.#readCode(this.#code, finished))
        return { finished, tail: { kind: 'code', code: this.#code.open } };
      const blocks = this.#readBlocks(finished, whole);
      const last = blocks.length === 1 ? blocks[0] : undefined;
      const opened = last?.node.type === 'code' && OpenCode.from(last.node, text.slice(this.#tailStart));
      if (!opened) return { finished, tail: { kind: 'blocks', blocks } };
      this.#code = { open: opened.code, read: this.#tailStart + opened.contentStart };
    }
  }

  /** Returns true when the block has ended. */
  #readCode(code: { open: OpenCode; read: number }, finished: SourceBlock[]): boolean {
    const { consumed, closed } = code.open.append(detachSubstring(this.#text.slice(code.read)));
    code.read += consumed;
    if (!closed) return false;
    finished.push({ node: { ...code.open.template, value: code.open.groups(true).join('') }, source: '', offset: 0 });
    this.#tailStart = code.read;
    this.#code = undefined;
    return true;
  }

  #readBlocks(finished: SourceBlock[], whole: boolean): SourceBlock[] {
    const source = detachSubstring(this.#text.slice(this.#tailStart));
    const lastLine = source.lastIndexOf('\n') + 1;
    const shown = !whole && unreadLine.test(source.slice(lastLine)) ? source.slice(0, lastLine) : source;
    const { children } = parseMarkdown(shown, this.#links.keys());
    const cut = firstOpen(children, lastLine, shown);
    const blocks = children.map((node) => {
      const offset = startOf(node, shown);
      return { node, source: shown.slice(offset, offsets(node).end), offset };
    });
    const open = children[cut];
    if (open && cut > 0) this.#tailStart += lineStart(shown, offsets(open).start);
    finished.push(...blocks.slice(0, cut));
    return blocks.slice(cut);
  }
}

/** Index of the first node that text after `lastLine`, the start of the incomplete line, can still change. */
function firstOpen(children: Root['children'], lastLine: number, source: string): number {
  let cut = Math.max(
    children.findLastIndex((node) => offsets(node).start < lastLine),
    0,
  );
  // A definition may still take its title from the line below, which until then parses as text.
  while (cut > 0 && children[cut - 1]?.type === 'definition' && endsRightAbove(children[cut - 1], children[cut]))
    cut -= 1;
  const next = children[cut + 1];
  const isLast = cut + 1 === children.length - 1;
  if (next && isLast && offsets(next).start >= lastLine && isClosedAbove(children[cut], next, source)) cut += 1;
  return cut;
}

/**
 * Whether the blank line between them has closed the upper node, whatever the incomplete line of the lower one becomes.
 */
function isClosedAbove(upper: RootContent | undefined, lower: RootContent, source: string): boolean {
  if (!upper || endsRightAbove(upper, lower)) return false;
  switch (upper.type) {
    case 'paragraph':
    case 'heading':
    case 'thematicBreak':
    case 'table':
      return true;
    case 'list':
    case 'blockquote':
    case 'footnoteDefinition':
      // Neither indented nor a marker, so it cannot continue the upper node.
      return /^\p{L}/u.test(source.slice(lineStart(source, offsets(lower).start)));
    default:
      return false;
  }
}

function endsRightAbove(upper: RootContent | undefined, lower: RootContent | undefined): boolean {
  return (lower?.position?.start.line ?? 0) <= (upper?.position?.end.line ?? 0) + 1;
}

function offsets(node: RootContent): { start: number; end: number } {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

/**
 * Start of the node's text, including the indentation of its first line, which is insignificant only for a paragraph.
 */
function startOf(node: RootContent, source: string): number {
  const { start } = offsets(node);
  return node.type === 'paragraph' ? start : lineStart(source, start);
}

function lineStart(source: string, offset: number): number {
  return source.lastIndexOf('\n', offset - 1) + 1;
}
