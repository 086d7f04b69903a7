import { withoutContainerMarks } from './container-marks.ts';
import { fieldsOf, listOf, textOf, timeOf, type JsonFields } from './json-fields.ts';
import { toImported, type ExportEntry, type ShownMessage } from './to-imported.ts';

const ROOT = '00000000-0000-0000-0000-000000000000';

/** The citations of a web search, which LibreChat shows as links. Models write the first character or its escape. */
const CITATION = /(?:\\ue202|\ue202)turn\d{1,6}(?:search|image|news|video|ref|file)\d{1,6}/g;
/** The marks around groups of citations and cited words. */
const CITATION_BRACKET = /\\ue20[0134]|[\ue200\ue201\ue203\ue204]/g;

/** A JSON export of LibreChat: one conversation, as a list of messages or as a tree. */
export function readLibrechat(entry: unknown, now: number): ExportEntry {
  const { conversationId, title, messages, messagesTree = messages, createdAt, exportAt, options } = fieldsOf(entry);
  if (!Array.isArray(messagesTree)) return 'broken';
  const nodes: { id: string; parentId: string | null; shown: ShownMessage | null }[] = [];
  const waiting: { message: JsonFields; parentId: string | null }[] = [];
  const push = (values: unknown[], parentId: string | null) => {
    for (const value of values.toReversed()) waiting.push({ message: fieldsOf(value), parentId });
  };
  push(messagesTree, null);
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
  const isUser = typeof isCreatedByUser === 'boolean' ? isCreatedByUser : textOf(sender)?.toLowerCase() === 'user';
  const whole = texts.length > 0 ? texts.join('\n\n') : (textOf(text) ?? '');
  return {
    isUser,
    text: isUser ? whole : withoutContainerMarks(withoutCitations(whole)),
    time: timeOf(createdAt),
    reasoning: thinking.join('\n\n'),
    files: [...new Set(found.flatMap((file) => referenceTo(fieldsOf(file))))],
  };
}

function withoutCitations(reply: string): string {
  const rest = reply.replaceAll(CITATION, '');
  return rest === reply ? reply : rest.replaceAll(CITATION_BRACKET, '');
}

/** The path of a file, or its name when it was only indexed. Results of tools have neither. */
function referenceTo({ filepath, filename }: JsonFields): string[] {
  const path = textOf(filepath) ?? '';
  const reference = path.includes('/') ? path : textOf(filename);
  return reference ? [reference] : [];
}
