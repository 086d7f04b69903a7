import { readWithDocuments, type BranchDocuments } from './documents.ts';
import { fieldsOf, listOf, textOf, timeOf } from './json-fields.ts';
import { readCanvasCall } from './read-canvas.ts';
import { toImported, type ExportEntry, type ShownMessage } from './to-imported.ts';

/** Internal content that the product itself does not show, whatever its author. */
const HIDDEN_TYPES = new Set(['thoughts', 'reasoning_recap', 'user_editable_context', 'model_editable_context']);

/** A marker of the export between two characters for private use: its kind and its fields, separated by a third one. */
const MARKER = /\ue200[^\ue200\ue201]*\ue201/g;

/** One entry of a ChatGPT export's `conversations*.json`. `now` is in epoch milliseconds; no time is later. */
export function readChatgpt(entry: unknown, now: number): ExportEntry {
  const fields = fieldsOf(entry);
  const { id, conversation_id, title, create_time, update_time, current_node, mapping } = fields;
  if (typeof mapping !== 'object' || mapping === null) return 'broken';
  return toImported({
    source: 'chatgpt',
    id: textOf(conversation_id) ?? textOf(id),
    title: textOf(title),
    pinned: fields.is_starred === true,
    archived: fields.is_archived === true,
    startedAt: timeOf(create_time) ?? timeOf(update_time),
    lastMessageId: textOf(current_node),
    nodes: readWithDocuments(
      Object.values(mapping).map((node) => {
        const { id: nodeId, parent, message } = fieldsOf(node);
        return { id: textOf(nodeId) ?? '', parentId: textOf(parent) ?? null, message };
      }),
      ({ message }, documents) => readMessage(message, documents),
    ),
    now,
  });
}

/** The message of a node, or null when the product does not show it. */
function readMessage(message: unknown, documents: BranchDocuments): ShownMessage | null {
  const { author, content, recipient = 'all', metadata, create_time } = fieldsOf(message);
  const { role } = fieldsOf(author);
  const isUser = role === 'user';
  const { content_type, parts, text } = fieldsOf(content);
  // A tool drew these pictures.
  const isPicture = role === 'tool' && content_type === 'multimodal_text';
  const isReply = role === 'assistant' && (recipient === 'all' || recipient === null);
  if (!isUser && !isPicture && role !== 'assistant') return null;
  if (fieldsOf(metadata).is_visually_hidden_from_conversation === true) return null;
  if (HIDDEN_TYPES.has(textOf(content_type) ?? '')) return null;

  if (role === 'assistant' && !isReply) {
    const call = textOf(text) ?? listOf(parts).map(textOf).join('');
    const canvas = readCanvasCall(recipient, call, documents);
    return canvas === null ? null : { isUser, text: canvas, time: timeOf(create_time) };
  }

  const texts: string[] = [];
  const files: string[] = [];
  for (const part of Array.isArray(parts) ? parts : [text]) {
    const { asset_pointer, text: spoken } = fieldsOf(part);
    const words = textOf(part) ?? textOf(spoken) ?? '';
    if (words.trim() !== '') texts.push(words);
    const file = textOf(asset_pointer);
    if (file !== undefined) files.push(file);
  }
  for (const attachment of listOf(fieldsOf(metadata).attachments)) {
    const id = textOf(fieldsOf(attachment).id);
    if (id !== undefined && !files.some((file) => file.endsWith(id))) files.push(id);
  }
  if (isPicture) return files.length > 0 ? { isUser, text: '', time: timeOf(create_time), files } : null;
  return { isUser, text: texts.join('\n\n').replace(MARKER, shownWords), time: timeOf(create_time), files };
}

/** The words that the product shows in place of a marker. Citations and cards have none. */
function shownWords(marker: string): string {
  const [kind, label = '', address = ''] = marker.slice(1, -1).split('\ue202');
  if (kind === 'entity') return entityName(label);
  if (kind !== 'url' && kind !== 'link_title') return '';
  return address.startsWith('http') ? `[${label}](${address})` : label;
}

/** The name of a person, a place or a thing: the second of a JSON list, or the field itself. */
function entityName(field: string): string {
  try {
    return textOf(listOf(JSON.parse(field))[1]) ?? '';
  } catch {
    return field;
  }
}
