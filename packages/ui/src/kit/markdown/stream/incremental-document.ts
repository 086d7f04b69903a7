import type { Definition, FootnoteDefinition, Root, RootContent } from 'mdast';
import { visit } from 'unist-util-visit';
import { BlockSplitter } from './block-splitter.ts';
import type { SourceBlock } from './block-splitter.ts';
import { caretAlone, closeTail } from '../parse/close-tail.ts';
import { Footnotes } from '../footnotes/footnotes.ts';
import type { OpenCode } from './open-code.ts';
import { normalizeLabel, parseMarkdown } from '../parse/parse-markdown.ts';
import { labelOf, prepareBlock } from '../parse/prepare-block.ts';
import type { LinkTarget } from '../parse/prepare-block.ts';

/** A block to render. A finished one keeps its identity, unless a link in it is resolved later. */
export type ShownBlock =
  | { readonly node: RootContent }
  | { readonly code: OpenCode; readonly groups: readonly string[]; readonly streaming: boolean };

interface FinishedBlock {
  readonly node: RootContent;
  readonly source: string;
  /** Labels of the footnotes whose first reference in the reply is in this block. */
  readonly firsts: ReadonlySet<string>;
}

/** Blocks rendered together, so that finished ones are compared a chunk at a time. */
export interface Chunk {
  readonly blocks: readonly ShownBlock[];
  /** The chunk is full, and no footnote of its last blocks can extend below it. */
  readonly settled: boolean;
  /** The last block is a heading, so what follows is closer. */
  readonly endsInHeading: boolean;
}

const blocksPerChunk = 16;
/** A margin footnote spans at most this many blocks. */
const blocksBesideNote = 4;
/** Characters of a block that is parsed again while the reply streams. */
const longestReopened = 10_000;
/** A label has at most 999 characters. */
const bracketed = /\[((?:[^[\]\\]|\\.){1,999})\]/g;

/** Parses a growing reply incrementally into blocks to render. */
export class IncrementalDocument {
  readonly footnotes = new Footnotes();
  readonly #links = new Map<string, LinkTarget>();
  readonly #splitter = new BlockSplitter(this.#links);
  readonly #finished: FinishedBlock[] = [];
  readonly #chunks: Chunk[] = [];
  readonly #referenced = new Set<string>();
  /** Indexes of finished blocks that may refer to an undefined link, by its label. */
  readonly #waiting = new Map<string, number[]>();
  /** Indexes of finished blocks with a link that has been resolved since they were parsed. */
  readonly #resolved = new Set<number>();

  /** Reads the reply so far. `text` starts with that of the call before; the last call has `streaming` false. */
  read(text: string, streaming: boolean): readonly Chunk[] {
    const { finished, tail } = this.#splitter.read(text, !streaming);
    for (const block of finished) this.#finish(block);
    const shown: ShownBlock[] = tail.kind === 'blocks' ? this.#showTail(tail.blocks, streaming) : [];
    if (tail.kind === 'code') {
      shown.push({ code: tail.code, groups: tail.code.groups(!streaming), streaming });
      this.footnotes.settle([], new Map(), !streaming);
    }
    for (const index of this.#resolved) this.#reopen(index, streaming);
    return this.#withTail(shown);
  }

  #showTail(blocks: readonly SourceBlock[], streaming: boolean): ShownBlock[] {
    const links = new Map(this.#links);
    for (const block of blocks) for (const [label, target] of linkDefinitions(block)) setFirst(links, label, target);
    if (!streaming) for (const [label, target] of links) this.#define(label, target);
    const shown: ShownBlock[] = [];
    const references: string[] = [];
    const definitions = new Map<string, readonly RootContent[]>();
    const referenced = new Set(this.#referenced);
    let hasCaret = !streaming;
    for (const [index, block] of blocks.entries()) {
      const last = streaming && index === blocks.length - 1 ? closeTail(block) : undefined;
      const parsed = last?.node ?? block.node;
      hasCaret ||= last?.hasCaret ?? false;
      for (const [label, content] of noteDefinitions({ node: parsed, source: block.source }, links))
        setFirst(definitions, label, content);
      if (!isDrawn(parsed)) continue;
      const prepared = prepareBlock(parsed, links, (label) => claim(referenced, label));
      references.push(...prepared.references);
      shown.push({ node: prepared.node });
    }
    if (!hasCaret) shown.push({ node: caretAlone() });
    this.footnotes.settle(references, definitions, !streaming);
    return shown;
  }

  #finish({ node: parsed, source }: SourceBlock): void {
    for (const [label, target] of linkDefinitions({ node: parsed, source })) this.#define(label, target);
    // The source it was parsed from may have contained a definition that was not finished.
    const read = source.includes('[') && hasUnknownLink(parsed, this.#links) ? this.#parseAlone(source) : parsed;
    for (const [label, content] of noteDefinitions({ node: read, source }, this.#links))
      this.footnotes.addDefinition(label, content);
    if (!isDrawn(read)) return;
    const firsts = new Set<string>();
    const { node, references } = prepareBlock(read, this.#links, (label) => {
      const first = claim(this.#referenced, label);
      if (first) firsts.add(label);
      return first;
    });
    for (const label of references) this.footnotes.addReference(label);
    this.#await(source);
    this.#finished.push({ node, source, firsts });
    if (this.#finished.length % blocksPerChunk === 0) this.#chunks.push(this.#chunk(this.#chunks.length));
  }

  #define(label: string, target: LinkTarget): void {
    if (this.#links.has(label)) return;
    this.#links.set(label, target);
    for (const index of this.#waiting.get(label) ?? []) this.#resolved.add(index);
    this.#waiting.delete(label);
  }

  /** Parses a finished block again, now that a link in it is resolved; a very long one only when the reply ends. */
  #reopen(index: number, streaming: boolean): void {
    const block = this.#finished[index];
    if (!block || (streaming && block.source.length > longestReopened)) return;
    this.#resolved.delete(index);
    const unclaimed = new Set(block.firsts);
    const { node } = prepareBlock(this.#parseAlone(block.source), this.#links, (label) => unclaimed.delete(label));
    this.#finished[index] = { ...block, node };
    const chunk = Math.floor(index / blocksPerChunk);
    if (chunk < this.#chunks.length) this.#chunks[chunk] = this.#chunk(chunk);
  }

  #parseAlone(source: string): RootContent {
    const { children } = parseMarkdown(source, this.#links.keys());
    return children.find(isDrawn) ?? { type: 'paragraph', children: [] };
  }

  #await(source: string): void {
    if (!source.includes('[')) return;
    for (const label of new Set([...source.matchAll(bracketed)].map((match) => normalizeLabel(match[1] ?? '')))) {
      if (this.#links.has(label)) continue;
      const waiting = this.#waiting.get(label);
      if (waiting) waiting.push(this.#finished.length);
      else this.#waiting.set(label, [this.#finished.length]);
    }
  }

  #chunk(index: number): Chunk {
    const blocks = this.#finished.slice(index * blocksPerChunk, (index + 1) * blocksPerChunk);
    const settled = blocks.slice(-blocksBesideNote).every((block) => block.firsts.size === 0);
    return chunkOf(blocks, settled);
  }

  #withTail(shown: readonly ShownBlock[]): Chunk[] {
    const blocks = [...this.#finished.slice(this.#chunks.length * blocksPerChunk), ...shown];
    const chunks = [...this.#chunks];
    for (let start = 0; start < blocks.length; start += blocksPerChunk) {
      chunks.push(chunkOf(blocks.slice(start, start + blocksPerChunk), false));
    }
    return chunks;
  }
}

function chunkOf(blocks: readonly ShownBlock[], settled: boolean): Chunk {
  const last = blocks.at(-1);
  const endsInHeading =
    blocks.length === blocksPerChunk && last !== undefined && 'node' in last && last.node.type === 'heading';
  return { blocks, settled, endsInHeading };
}

function isDrawn(node: RootContent): boolean {
  return node.type !== 'definition' && node.type !== 'footnoteDefinition';
}

function claim(labels: Set<string>, label: string): boolean {
  return labels.has(label) ? false : Boolean(labels.add(label));
}

function setFirst<T>(map: Map<string, T>, label: string, value: T): void {
  if (!map.has(label)) map.set(label, value);
}

function linkDefinitions({ node: block, source }: Pick<SourceBlock, 'node' | 'source'>): [string, LinkTarget][] {
  const found: [string, LinkTarget][] = [];
  if (!source.includes(']:')) return found;
  visit(rootOf(block), 'definition', (node: Definition) => {
    found.push([labelOf(node), { url: node.url, title: node.title ?? null }]);
  });
  return found;
}

function noteDefinitions(
  { node: block, source }: Pick<SourceBlock, 'node' | 'source'>,
  links: ReadonlyMap<string, LinkTarget>,
): [string, RootContent[]][] {
  const found: [string, RootContent[]][] = [];
  if (!source.includes(']:')) return found;
  visit(rootOf(block), 'footnoteDefinition', (node: FootnoteDefinition) => {
    found.push([labelOf(node), node.children.map((child) => prepareBlock(child, links, () => false).node)]);
  });
  return found;
}

function hasUnknownLink(block: RootContent, links: ReadonlyMap<string, LinkTarget>): boolean {
  let unknown = false;
  visit(rootOf(block), ['linkReference', 'imageReference'], (node) => {
    if (node.type !== 'linkReference' && node.type !== 'imageReference') return;
    if (!links.has(labelOf(node))) unknown = true;
  });
  return unknown;
}

function rootOf(block: RootContent): Root {
  return { type: 'root', children: [block] };
}
