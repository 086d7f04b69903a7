import { withoutContainerMarks } from './container-marks.ts';
import { readWithDocuments, type BranchDocuments } from './documents.ts';
import { fieldsOf, listOf, textOf, timeOf, type JsonFields } from './json-fields.ts';
import { readCanvasCall } from './read-canvas.ts';
import { toImported, type ExportEntry, type ShownMessage } from './to-imported.ts';

/** Internal content that the product itself does not show, whatever its author. */
const HIDDEN_TYPES = new Set(['reasoning_recap', 'user_editable_context', 'model_editable_context']);

/** A marker of the export between two characters for private use: its kind and its fields, separated by a third one. */
const MARKER = /\ue200[^\ue200\ue201]*\ue201/g;
/**
 * A citation as exports before 2025 and research reports have it, `【7†source】` or `【12†L3-L9】`, and the characters for
 * private use around words that are cited.
 */
const CITATION = /【\d{1,5}(?::\d{1,5})?†[^【】\n]{0,200}】|[\ue203\ue204\ue206]/g;

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
  const { author, content, recipient = 'all', create_time, ...others } = fieldsOf(message);
  const { role } = fieldsOf(author);
  const isUser = role === 'user';
  const { content_type, parts, text } = fieldsOf(content);
  const metadata = fieldsOf(others.metadata);
  const time = timeOf(create_time);
  const isReply = role === 'assistant' && (recipient === 'all' || recipient === null);
  if (!isUser && role !== 'tool' && role !== 'assistant') return null;
  if (metadata.is_visually_hidden_from_conversation === true) return null;
  if (HIDDEN_TYPES.has(textOf(content_type) ?? '')) return null;

  if (content_type === 'thoughts') return isReply ? { isUser, text: '', time, reasoning: thoughtsIn(content) } : null;
  if (role === 'assistant' && !isReply) {
    const call = textOf(text) ?? listOf(parts).map(textOf).join('');
    const canvas = readCanvasCall(recipient, call, documents);
    return canvas === null ? null : { isUser, text: canvas, time };
  }
  const shownParts = Array.isArray(parts) ? parts : [text];
  if (role === 'tool') {
    // Only the pictures that a tool drew are shown.
    const files = content_type === 'multimodal_text' ? filesOf(shownParts, metadata) : chartsIn(metadata);
    return files.length > 0 ? { isUser, text: '', time, files } : null;
  }
  const texts = shownParts.map((part) => textOf(part) ?? textOf(fieldsOf(part).text) ?? '');
  const whole = texts.filter((words) => words.trim() !== '').join('\n\n');
  const words = (isUser ? whole : withoutContainerMarks(whole.replaceAll(CITATION, ''))).replace(MARKER, shownWords);
  return { isUser, text: words, time, files: filesOf(shownParts, metadata), sources: pagesOf(metadata) };
}

/** The reasoning before a reply, which is a message of its own: thoughts with a heading and a text each. */
function thoughtsIn(content: unknown): string {
  const thoughts = listOf(fieldsOf(content).thoughts).map(fieldsOf);
  const texts = thoughts.flatMap(({ summary, content: words }) => {
    const heading = textOf(summary)?.trim();
    return [heading ? `**${heading}**` : '', textOf(words)?.trim() ?? ''];
  });
  return texts.filter((text) => text !== '').join('\n\n');
}

/** The pictures and recordings among the parts of a message, and its attachments, with the names that are known. */
function filesOf(parts: unknown[], { attachments }: JsonFields): NonNullable<ShownMessage['files']> {
  const names = new Map<string, string | undefined>();
  for (const { id, name } of listOf(attachments).map(fieldsOf)) if (textOf(id)) names.set(String(id), textOf(name));
  const pointers = parts.flatMap((part) => textOf(fieldsOf(part).asset_pointer) ?? []);
  const inParts = new Set(pointers.map(idIn));
  const others = [...names.keys()].filter((id) => !inParts.has(id));
  return [...pointers, ...others].map((reference) => {
    const name = names.get(idIn(reference));
    return name ? { reference, name } : reference;
  });
}

/** The pictures that a program of the code interpreter drew. */
function chartsIn({ aggregate_result }: JsonFields): string[] {
  return listOf(fieldsOf(aggregate_result).messages).flatMap((output) => textOf(fieldsOf(output).image_url) ?? []);
}

/** The id in `sediment://file_1`. */
function idIn(pointer: string): string {
  return pointer.slice(pointer.lastIndexOf('/') + 1);
}

/** The addresses of the pages that a reply cites. */
function pagesOf({ citations, content_references }: JsonFields): string[] {
  const cited = listOf(citations).map((citation) => fieldsOf(citation).metadata);
  const references = listOf(content_references).flatMap((reference) => {
    const { items, sources } = fieldsOf(reference);
    return [reference, ...listOf(items), ...listOf(sources)];
  });
  return [...cited, ...references].flatMap((page) => textOf(fieldsOf(page).url) ?? []);
}

/** The words that the product shows in place of a marker. Citations and cards have none. */
function shownWords(marker: string): string {
  const [kind, label = '', address = ''] = marker.slice(1, -1).split('\ue202');
  if (kind === 'entity' || kind === 'product_entity') return entityName(label);
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
