import { MAX_MESSAGE_LENGTH } from '../chat/message.ts';
import { orderTree, type TreeNode } from './order-tree.ts';
import type { ShownMessage } from './to-imported.ts';

/** A document beside a conversation: a canvas of ChatGPT, an artifact of Claude. */
interface SideDocument {
  title: string;
  /** The language of code, which may be unknown (empty); null for Markdown. */
  language: string | null;
  text: string;
}

/** The documents of a branch. */
export interface BranchDocuments {
  find(key: string): Omit<SideDocument, 'text'> | undefined;
  /** Writes the whole of a document, and returns it as a part of the reply. */
  write(key: string, document: SideDocument): string | null;
  /**
   * Changes a part of a document, and returns the whole as a part of the reply. Null if the change is not certain
   * (`change` returns null): then the text is unknown until it is written again.
   */
  change(key: string, change: (text: string) => string | null): string | null;
}

/** A document whose text is null after a change that was not certain. */
type KnownDocument = Omit<SideDocument, 'text'> & { text: string | null };
type ReadMessage<T> = (node: T, documents: BranchDocuments) => ShownMessage | null;

/** Documents that a branch keeps track of. */
const MAX_DOCUMENTS = 50;
/** Characters of all changed documents of a conversation, which are searched. */
const MAX_CHANGED = 10_000_000;
/** Characters of the documents that a conversation shows: it has to fit into one request. */
const MAX_SHOWN = 1_000_000;
const MAX_TITLE = 200;

/**
 * Reads messages, parents first, with the documents as the messages before them on the branch have left them. When a
 * conversation has too much of them, only the last texts are shown.
 */
export function readWithDocuments<T extends TreeNode>(nodes: readonly T[], read: ReadMessage<T>) {
  const ordered = orderTree(nodes);
  const { lengths, found } = readOrdered(ordered, read, 0);
  let first = lengths.length;
  for (let shown = 0; first > 0; first--) {
    shown += Math.min(lengths[first - 1] ?? 0, MAX_MESSAGE_LENGTH);
    if (shown > MAX_SHOWN) break;
  }
  return first === 0 ? found : readOrdered(ordered, read, first).found;
}

/** Shows the documents from the one with this number on. */
function readOrdered<T extends TreeNode>(ordered: readonly T[], read: ReadMessage<T>, first: number) {
  const left = new Map<string, ReadonlyMap<string, KnownDocument>>();
  const lengths: number[] = [];
  let changed = 0;
  const found = ordered.map((node) => {
    const { id, parentId } = node;
    let known = left.get(parentId ?? '') ?? new Map<string, KnownDocument>();
    const put = (key: string, document: KnownDocument) => {
      const next = new Map(known);
      next.delete(key);
      next.set(key, document);
      const [oldest] = next.keys();
      if (next.size > MAX_DOCUMENTS && oldest !== undefined) next.delete(oldest);
      known = next;
    };
    const write = (key: string, document: SideDocument) => {
      put(key, document);
      if (document.text.trim() === '') return null;
      lengths.push(document.text.length);
      return lengths.length > first ? documentInReply(document) : null;
    };
    const shown = read(node, {
      find: (key) => known.get(key),
      write,
      change(key, change) {
        const document = known.get(key);
        if (!document || document.text === null) return null;
        changed += document.text.length;
        const text = changed > MAX_CHANGED ? null : change(document.text);
        if (text !== null) return write(key, { ...document, text });
        put(key, { ...document, text });
        return null;
      },
    });
    left.set(id, known);
    return { id, parentId, shown };
  });
  return { lengths, found };
}

/** The text with a part replaced; null unless the part is in it exactly once. */
export function replaceOnce(text: string, part: string, replacement: string): string | null {
  const at = part === '' ? -1 : text.indexOf(part);
  if (at === -1 || text.includes(part, at + 1)) return null;
  return text.slice(0, at) + replacement + text.slice(at + part.length);
}

/** A document as a part of a reply, in Markdown: its title in bold, and its text. */
function documentInReply({ title, language, text }: SideDocument): string {
  const heading = headingOf(title);
  return [...(heading === '' ? [] : [heading]), language === null ? text.trim() : fenced(text, language)].join('\n\n');
}

/** A title in bold, in Markdown; empty for an empty one. */
export function headingOf(title: string): string {
  const name = [...title.replaceAll(/\s+/g, ' ').trim()].slice(0, MAX_TITLE).join('');
  return name === '' ? '' : `**${name.replaceAll(/[\\*_`~[\]<>&]/g, String.raw`\$&`)}**`;
}

function fenced(code: string, language: string): string {
  const longest = [...code.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${/^[\w+#.-]{1,30}$/.test(language) ? language : ''}\n${code.replace(/^\n/, '').replace(/\n$/, '')}\n${fence}`;
}
