import { readWithDocuments, type BranchDocuments } from './documents.ts';
import { fieldsOf, listOf, textOf, timeOf } from './json-fields.ts';
import { readArtifactCall, readArtifactTags } from './read-artifact.ts';
import { toImported, type ExportEntry, type ShownMessage } from './to-imported.ts';

/** The parent of a first message in newer exports. */
const ROOT = '00000000-0000-4000-8000-000000000000';

/** Stands for the block of a tool in the `text` of a reply. */
const TOOL_PLACEHOLDER = '```\nThis block is not supported on your current device yet.\n```';

/** One entry of a Claude export's `conversations.json`. `now` is in epoch milliseconds; no time is later. */
export function readClaude(entry: unknown, now: number): ExportEntry {
  const { uuid, name, created_at, chat_messages, current_leaf_message_uuid } = fieldsOf(entry);
  if (!Array.isArray(chat_messages)) return 'broken';
  let before: string | null = null;
  const nodes = chat_messages.map((value: unknown) => {
    const message = fieldsOf(value);
    const id = textOf(message.uuid) ?? '';
    const parent = textOf(message.parent_message_uuid);
    // Older exports name no parents: each message follows the one before it.
    const parentId = parent === undefined ? before : parent === ROOT ? null : parent;
    if (id !== '') before = id;
    return { id, parentId, message };
  });
  return toImported({
    source: 'claude',
    id: textOf(uuid),
    title: textOf(name),
    startedAt: timeOf(created_at),
    lastMessageId: textOf(current_leaf_message_uuid) ?? before,
    nodes: readWithDocuments(nodes, ({ message }, documents) => readMessage(message, documents)),
    now,
  });
}

/**
 * Its content blocks: text, thinking, and tools, of which only artifacts are shown. Attached documents are in it as text,
 * pictures only by name.
 */
function readMessage(message: ReturnType<typeof fieldsOf>, documents: BranchDocuments): ShownMessage | null {
  const { sender, content, created_at, attachments, files, files_v2 } = message;
  if (sender !== 'human' && sender !== 'assistant') return null;
  const isUser = sender === 'human';
  const read = (words: string) => (isUser ? words : readArtifactTags(words, documents));
  const whole = textOf(message.text) ?? '';
  const texts: string[] = [];
  const thinking: string[] = [];
  for (const block of listOf(content)) {
    const { type, text: words, thinking: thoughts } = fieldsOf(block);
    const shown = type === 'text' ? read(textOf(words) ?? '') : isUser ? null : readArtifactCall(block, documents);
    if (shown?.trim()) texts.push(shown);
    if (type === 'thinking' && textOf(thoughts)?.trim()) thinking.push(textOf(thoughts) ?? '');
  }
  const attached = listOf(attachments).flatMap((attachment) => {
    const { file_name, extracted_content } = fieldsOf(attachment);
    const words = textOf(extracted_content) ?? '';
    return words.trim() === '' ? [] : [{ name: textOf(file_name) || 'Pasted text.txt', text: words }];
  });
  // Both lists of files repeat the attachments.
  const found = new Map<string, string>();
  for (const each of [...listOf(attachments), ...listOf(files), ...listOf(files_v2)]) {
    const { file_name, file_uuid } = fieldsOf(each);
    const id = textOf(file_uuid) ?? found.get(textOf(file_name) ?? '');
    const name = textOf(file_name) ?? id;
    if (name !== undefined && name !== '') found.set(name, id ?? name);
  }
  for (const { name } of attached) found.delete(name);
  return {
    isUser,
    text: texts.length > 0 ? texts.join('\n\n') : read(isUser ? whole : withoutPlaceholders(whole)),
    time: timeOf(created_at),
    reasoning: thinking.join('\n\n'),
    documents: attached,
    files: [...found.values()],
  };
}

function withoutPlaceholders(reply: string): string {
  if (!reply.includes(TOOL_PLACEHOLDER)) return reply;
  const pieces = reply.split(TOOL_PLACEHOLDER).map((piece) => piece.trim());
  return pieces.filter((piece) => piece !== '').join('\n\n');
}
