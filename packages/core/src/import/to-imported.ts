import type { ImportedConversation, ImportedMessage } from '../api/chat/import.ts';
import type { ImportSource } from '../api/chat/import-source.ts';
import { cleanTitle, titleFromText } from '../chat/conversation.ts';
import { MAX_MESSAGE_LENGTH } from '../chat/message.ts';
import { cleanSources } from '../chat/sources.ts';
import { orderTree } from './order-tree.ts';

/**
 * A file of a message: one that the export keeps beside its conversations, with its name if that is known, or a document
 * that it has as text.
 */
export type FileReference = { messageId: string } & ({ reference: string; name?: string } | Document);

interface Document {
  name: string;
  text: string;
}

/** One entry of an export. `broken`: it lacks what a conversation needs. `empty`: it has no message to show. */
export type ExportEntry = { conversation: ImportedConversation; files: FileReference[] } | 'broken' | 'empty';

/** A message that the product shows. */
export interface ShownMessage {
  isUser: boolean;
  text: string;
  /** Epoch milliseconds, as the export has them: perhaps impossible. */
  time: number | undefined;
  /** References to files that the export keeps beside its conversations, some with the name of the file. */
  files?: (string | { reference: string; name: string })[];
  reasoning?: string | undefined;
  sources?: string[];
  documents?: Document[];
}

interface ExportedTree {
  source: ImportSource;
  id: string | undefined;
  title: string | null | undefined;
  pinned?: boolean;
  archived?: boolean;
  startedAt: number | undefined;
  /** The message at the end of the branch that is shown; the newest one if it is unknown. */
  lastMessageId: string | null | undefined;
  /** `shown` is null for a node that the product does not show: its children follow the node before it. */
  nodes: { id: string; parentId: string | null; shown: ShownMessage | null }[];
  now: number;
}

const MAX_ID = 200;
/** Earlier times stand for missing ones. */
const EARLIEST = Date.UTC(2000, 0, 1);

/** Converts the tree of an export: parents first, hidden nodes left out, times and texts within bounds. */
export function toImported(exported: ExportedTree): ExportEntry {
  const { source, id, title, pinned = false, archived = false, startedAt, lastMessageId, nodes, now } = exported;
  if (!id || id.length > MAX_ID) return 'broken';
  const start = possible(startedAt, now);
  /** For each node, the last shown message at or above it. */
  const shown = new Map<string, ImportedMessage>();
  /** For each node, the reasoning at or above it that waits for its reply. */
  const waiting = new Map<string, string>();
  const messages: ImportedMessage[] = [];
  const files: FileReference[] = [];
  for (const node of orderTree(nodes.filter((each) => each.id !== '' && each.id.length <= MAX_ID))) {
    const parent = shown.get(node.parentId ?? '');
    const reasoning = joined(waiting.get(node.parentId ?? ''), node.shown?.reasoning);
    let last = parent;
    for (const { id: messageId, message: each } of node.shown ? repliesOf(node.id, { ...node.shown, reasoning }) : []) {
      const message = toMessage(each, messageId, last, start ?? now, now);
      if (!message) continue;
      messages.push(message);
      last = message;
      for (const file of each.files ?? [])
        files.push({ messageId, ...(typeof file === 'string' ? { reference: file } : file) });
      for (const document of each.documents ?? []) files.push({ messageId, ...document });
    }
    if (last) shown.set(node.id, last);
    if (last === parent) waiting.set(node.id, reasoning);
  }

  const newest = messages.reduce<ImportedMessage | undefined>(
    (best, message) => (best && best.timestamp > message.timestamp ? best : message),
    undefined,
  );
  if (!newest) return 'empty';
  const first = messages.find(({ isUser }) => isUser) ?? newest;
  const conversation: ImportedConversation = {
    source,
    id: id.toWellFormed(),
    title: cleanTitle((title ?? '').toWellFormed()) || titleFromText(first.text),
    webSearchEnabled: false,
    thinkingModeEnabled: false,
    pinned,
    archived,
    updatedAt: newest.timestamp,
    lastMessageId: (shown.get(lastMessageId ?? '') ?? newest).id,
    messages,
  };
  return { conversation, files };
}

/** The messages that one becomes: a reply that is only pictures becomes a reply for each, because a reply has one. */
function repliesOf(id: string, message: ShownMessage): { id: string; message: ShownMessage }[] {
  const { isUser, text, time, files = [] } = message;
  const [first, ...others] = files;
  if (first === undefined || isUser || text.trim() !== '') return [{ id, message }];
  const next = others.map((file, index) => ({
    id: `${id} ${index + 2}`,
    message: { isUser, text, time, files: [file] },
  }));
  return [{ id, message: { ...message, files: [first] } }, ...next];
}

function joined(before = '', after = ''): string {
  return after.trim() === '' || before === '' ? before || after : `${before}\n\n${after}`;
}

function toMessage(
  { isUser, text, time, files = [], documents = [], reasoning, sources = [] }: ShownMessage,
  id: string,
  parent: ImportedMessage | undefined,
  start: number,
  now: number,
): ImportedMessage | null {
  const whole = text.toWellFormed();
  if (whole.trim() === '' && files.length === 0 && documents.length === 0) return null;
  const pages = cleanSources(sources);
  const at = possible(time, now) ?? (parent ? Date.parse(parent.timestamp) : start);
  return {
    id,
    parentId: parent?.id ?? null,
    isUser,
    text: bounded(whole),
    timestamp: new Date(at).toISOString(),
    status: 'complete',
    ...(!isUser && reasoning?.trim() && { reasoningContent: bounded(reasoning.toWellFormed()) }),
    ...(!isUser && pages.length > 0 && { sources: pages }),
  };
}

/** Cuts a text to what a message holds, and says so. */
function bounded(text: string): string {
  if (text.length <= MAX_MESSAGE_LENGTH) return text;
  return `${text.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}\n\n[Cut during import: the original has ${text.length} characters.]`;
}

/** The time, unless it is impossible. */
function possible(time: number | undefined, now: number): number | undefined {
  return time !== undefined && time >= EARLIEST && time <= now ? time : undefined;
}
