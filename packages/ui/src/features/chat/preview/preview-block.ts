/** A code block that can be previewed. */
export interface PreviewBlock {
  /** As written after the fence. */
  language: string;
  code: string;
}

/** Indentation, fence and language of a line that begins or ends a block. */
const FENCE = /^( *)(`{3,}|~{3,})[ \t]*([^\s`]*)/;
const PREVIEWABLE = /^(?:html?|svg|[jt]sx)$/i;

export type PreviewKind = 'html' | 'svg' | 'component';

export function kindOf({ language }: PreviewBlock): PreviewKind {
  const written = language.toLowerCase();
  return written === 'svg' ? 'svg' : written.startsWith('htm') ? 'html' : 'component';
}

/** The name in the code: its title, or its component's name. Empty if it has none. */
export function nameOf(block: PreviewBlock): string {
  if (kindOf(block) !== 'component') {
    const title = /<title[^<>]{0,200}>([^<]{1,200})<\/title>/i.exec(block.code)?.[1] ?? '';
    return title.replaceAll(/\s+/g, ' ').trim();
  }
  const named = /export default (?:async )?(?:function|class)? ?([A-Z]\w*)/.exec(block.code)?.[1];
  return named ?? [...block.code.matchAll(/(?:function|const|class) ([A-Z]\w*)/g)].at(-1)?.[1] ?? '';
}

/** Name of the file that the code is saved as. */
export function fileNameOf(block: PreviewBlock): string {
  const kind = kindOf(block);
  const name = kind === 'component' ? nameOf(block) : nameOf(block).toLowerCase();
  const safe = name
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
  return `${safe || 'preview'}.${kind === 'component' ? block.language.toLowerCase() : kind}`;
}

/** Blocks among which versions are looked for, since each is compared with the earlier ones. */
const MAX_COMPARED = 200;

/**
 * The versions of a block in a conversation, in the order in which they were written. `texts` are the conversation's
 * replies. A block is a version of an earlier one if both have the same name or half of their lines in common.
 */
export function findVersions(texts: readonly string[], shown: PreviewBlock): PreviewBlock[] {
  const kind = kindOf(shown);
  const blocks = texts.flatMap(blocksIn).filter((block) => kindOf(block) === kind);
  const groups: Comparable[][] = [];
  for (const block of blocks.slice(-MAX_COMPARED).map(comparable)) {
    const group = groups.findLast((earlier) => earlier.some((other) => isVersionOf(block, other)));
    if (!group) groups.push([block]);
    else if (!group.some(({ code }) => code === block.code)) group.push(block);
  }
  const own = groups.find((group) => group.some(({ code }) => code === shown.code));
  return own?.map(({ language, code }) => ({ language, code })) ?? [shown];
}

/** The previewable fenced blocks of a reply. The Markdown parser would take much longer for a long conversation. */
function blocksIn(text: string): PreviewBlock[] {
  const blocks: PreviewBlock[] = [];
  let open: { fence: string; indent: number; language: string; lines: string[] } | null = null;
  for (const line of text.split('\n')) {
    const [, space = '', fence = '', language = ''] = FENCE.exec(line) ?? [];
    if (!open) {
      // More backticks after the first ones make inline code.
      const isInline = fence.startsWith('`') && line.includes('`', space.length + fence.length);
      if (fence !== '' && !isInline) open = { fence, indent: space.length, language, lines: [] };
    } else if (fence.startsWith(open.fence) && language === '') {
      if (PREVIEWABLE.test(open.language)) blocks.push({ language: open.language, code: open.lines.join('\n') });
      open = null;
    } else {
      open.lines.push(line.slice(Math.min(open.indent, line.search(/\S|$/))));
    }
  }
  return blocks;
}

/** A block with the name and lines by which its versions are recognized. */
interface Comparable extends PreviewBlock {
  name: string;
  lines: Set<string>;
}

function comparable(block: PreviewBlock): Comparable {
  return { ...block, name: nameOf(block), lines: linesOf(block) };
}

function isVersionOf(block: Comparable, earlier: Comparable): boolean {
  if (block.name !== '' && block.name === earlier.name) return true;
  return block.lines.intersection(earlier.lines).size * 2 >= Math.max(block.lines.size, earlier.lines.size);
}

/** The distinctive lines: closing tags and brackets are in every block. */
function linesOf({ code }: PreviewBlock): Set<string> {
  return new Set(
    code
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.length > 10),
  );
}
