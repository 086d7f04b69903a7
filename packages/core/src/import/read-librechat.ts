import { fieldsOf, listOf, textOf, timeOf, type JsonFields } from './json-fields.ts';
import { toImported, type ExportEntry, type ShownMessage } from './to-imported.ts';

const ROOT = '00000000-0000-0000-0000-000000000000';

/** A JSON export of LibreChat: one conversation, as a list of messages or as a tree. */
export function readLibrechat(entry: unknown, now: number): ExportEntry {
  const { conversationId, title, messages, createdAt, exportAt, options } = fieldsOf(entry);
  if (!Array.isArray(messages)) return 'broken';
  const nodes: { id: string; parentId: string | null; shown: ShownMessage | null }[] = [];
  const waiting: { message: JsonFields; parentId: string | null }[] = [];
  const push = (values: unknown[], parentId: string | null) => {
    for (const value of values.toReversed()) waiting.push({ message: fieldsOf(value), parentId });
  };
  push(messages, null);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { message } = next;
    const parent = textOf(message.parentMessageId) ?? next.parentId;
    const id = textOf(message.messageId) ?? '';
    nodes.push({ id, parentId: parent === ROOT ? null : parent, shown: readMessage(message) });
    push(listOf(message.children), id);
  }
  return toImported({
    source: 'librechat',
    id: textOf(conversationId) ?? textOf(fieldsOf(options).conversationId),
    title: textOf(title),
    startedAt: timeOf(createdAt) ?? timeOf(exportAt),
    lastMessageId: nodes.at(-1)?.id,
    nodes,
    now,
  });
}

function readMessage(message: JsonFields): ShownMessage | null {
  const { text, content, isCreatedByUser, sender, createdAt, error, files, attachments } = message;
  if (error === true) return null;
  const texts: string[] = [];
  const thinking: string[] = [];
  const found = [...listOf(files), ...listOf(attachments)];
  for (const part of listOf(content)) {
    const { type, text: words, think, image_file } = fieldsOf(part);
    const written = textOf(words) ?? textOf(fieldsOf(words).value);
    const thought = textOf(think) ?? textOf(fieldsOf(think).value);
    if (type === 'text' && written?.trim()) texts.push(written);
    if (type === 'think' && thought?.trim()) thinking.push(thought);
    if (type === 'image_file') found.push(image_file);
  }
  return {
    isUser: typeof isCreatedByUser === 'boolean' ? isCreatedByUser : textOf(sender)?.toLowerCase() === 'user',
    text: texts.length > 0 ? texts.join('\n\n') : (textOf(text) ?? ''),
    time: timeOf(createdAt),
    reasoning: thinking.join('\n\n'),
    files: [...new Set(found.flatMap((file) => referenceTo(fieldsOf(file))))],
  };
}

/** The path of a file, or its name when it was only indexed. Results of tools have neither. */
function referenceTo({ filepath, filename }: JsonFields): string[] {
  const path = textOf(filepath) ?? '';
  const reference = path.includes('/') ? path : textOf(filename);
  return reference ? [reference] : [];
}
