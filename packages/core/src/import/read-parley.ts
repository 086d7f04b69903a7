import type { ImportedConversation, ImportedMessage } from '../api/chat/import.ts';
import { cleanTitle } from '../chat/conversation.ts';
import { fieldsOf, listOf, textOf, timeOf, type JsonFields } from './json-fields.ts';
import type { ExportEntry } from './to-imported.ts';

/**
 * One conversation of Parley's own JSON export, with everything in it. The server checks its fields. One that was in the
 * trash stays behind.
 */
export function readParley(entry: unknown): ExportEntry {
  const {
    currentBranch,
    importedFrom: _from,
    importId: _import,
    projectId: _project,
    deletedAt,
    ...conversation
  } = fieldsOf(entry);
  const { id, title, updatedAt, messages } = conversation;
  if (typeof id !== 'string' || typeof title !== 'string' || !isTime(updatedAt)) return 'broken';
  if (!Array.isArray(messages) || !messages.every(isMessage)) return 'broken';
  if (messages.length === 0 || deletedAt !== undefined) return 'empty';
  const lastMessageId = textOf(listOf(currentBranch).at(-1)) ?? id;
  const named = {
    ...conversation,
    title: cleanTitle(title),
    source: 'parley',
    lastMessageId,
    messages: messages.map(withoutCopies),
  };
  const imported = named as unknown as ImportedConversation;
  return {
    conversation: imported,
    files: messages.flatMap((message) => filesOf(fieldsOf(message) as Partial<ImportedMessage>)),
  };
}

/** The message without the fields that repeat its texts: a long conversation has to fit into one request. */
function withoutCopies(message: unknown): JsonFields {
  const { thinkingContent: _thinking, answerContent: _answer, ...fields } = fieldsOf(message);
  return fields;
}

function filesOf({ id = '', attachments, imageUrl }: Partial<ImportedMessage>) {
  return [...listOf(attachments).map(fieldsOf), { url: imageUrl, name: undefined }].flatMap(({ url, name }) =>
    typeof url === 'string'
      ? [{ messageId: id, reference: url, ...(typeof name === 'string' && name !== '' && { name }) }]
      : [],
  );
}

/** Whether a value has the fields that the preview and the upload of a message read. */
function isMessage(value: unknown): boolean {
  const { id, text, timestamp } = fieldsOf(value);
  return typeof id === 'string' && typeof text === 'string' && isTime(timestamp);
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && timeOf(value) !== undefined;
}
