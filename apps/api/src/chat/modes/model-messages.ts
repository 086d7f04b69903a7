import { receivedText, type Attachment, type Message } from '@parley/core';
import type { Model, ModelCapabilities, ModelDocument, ModelMessage, ModelPicture } from '../model/model.ts';
import { wrapDocument } from './documents.ts';
import { attachmentRefusal } from './refusals.ts';
import type { Turn, TurnFiles } from './mode.ts';

/** Most pictures that a model is sent, from the question and earlier messages; the newest are kept. */
const MAX_PICTURES = 8;
/** Characters of an earlier question's document that are sent again. */
const MAX_EARLIER_TEXT = 20_000;
const NO_WORDS = 'Say what this is about.';

/** Files of a message that the model is sent. */
interface ChosenFiles {
  /** Documents sent as text, each cut to `limit` characters. */
  texts: { attachment: Attachment; limit: number }[];
  pictures: Attachment[];
  /** Documents without text, for a model that reads pages itself. */
  scans: Attachment[];
}

/**
 * Builds the model's messages for a turn: the question with its documents and pictures; from earlier messages, the
 * pictures, the newest document, and notes that name the rest. `material` goes before the question's own words. Throws
 * `unsupported-type` when this model cannot read a file of the question.
 */
export async function modelMessages(turn: Turn, model: Model, material = ''): Promise<ModelMessage[]> {
  const { messages, files } = turn;
  const question = messages.at(-1);
  const hasFiles = messages.some(({ attachments }) => attachments !== undefined);
  const capabilities = hasFiles ? await model.capabilities() : null;
  const refusal = capabilities && attachmentRefusal(question?.attachments ?? [], capabilities);
  if (refusal) throw refusal;

  const chosen = chooseFiles(messages, capabilities);
  const read = await Promise.all(
    messages.map((message, index) => {
      const lead = message === question ? material : '';
      return readMessage(message, chosen[index] ?? NO_FILES, files, lead);
    }),
  );
  return read.filter(({ content, pictures, documents }) => content.trim() !== '' || pictures || documents);
}

const NO_FILES: ChosenFiles = { texts: [], pictures: [], scans: [] };

/** Chooses the files of each message that are sent in full, newest first up to the limits. */
function chooseFiles(messages: Message[], capabilities: ModelCapabilities | null): ChosenFiles[] {
  let picturesLeft = capabilities?.seesPictures.ok ? MAX_PICTURES : 0;
  let earlierLeft = 1;
  return messages
    .toReversed()
    .map(({ attachments = [] }, age): ChosenFiles => {
      const pictures = attachments.filter(({ kind }) => kind === 'image').slice(0, picturesLeft);
      picturesLeft -= pictures.length;
      const documents = attachments.filter(({ kind }) => kind !== 'image');
      const scans = capabilities?.readsPdf && age === 0 ? documents.filter(({ isScanned }) => isScanned) : [];
      const readable = documents.filter(({ isScanned }) => !isScanned);
      if (age === 0) return { texts: readable.map((attachment) => ({ attachment, limit: Infinity })), pictures, scans };
      const again = readable.slice(0, earlierLeft);
      earlierLeft -= again.length;
      return { texts: again.map((attachment) => ({ attachment, limit: MAX_EARLIER_TEXT })), pictures, scans };
    })
    .reverse();
}

async function readMessage(
  message: Message,
  chosen: ChosenFiles,
  files: TurnFiles,
  lead: string,
): Promise<ModelMessage> {
  const included = new Set<string>();
  const wrapped = await Promise.all(
    chosen.texts.map(async ({ attachment, limit }) => {
      const text = await files.text(attachment.id);
      if (text === null) return null;
      included.add(attachment.id);
      const isCut = attachment.isCut === true || text.length > limit;
      return wrapDocument({ ...attachment, isCut }, text.slice(0, limit));
    }),
  );
  const pictures = await readPictures(chosen.pictures, files, included);
  const documents = await readScans(chosen.scans, files, included);
  const attachments = message.attachments ?? [];
  const notes = attachments.filter(({ id }) => !included.has(id)).map(({ name }) => `[attached: ${name}]`);
  if (message.imageUrl) notes.push(`[drew a picture: ${message.imagePrompt ?? ''}]`);
  const words = receivedText(message).trim() || (included.size > 0 ? NO_WORDS : '');
  return {
    role: message.isUser ? 'user' : 'assistant',
    content: [...wrapped, lead, ...notes, words].filter(Boolean).join('\n\n'),
    ...(pictures.length > 0 && { pictures }),
    ...(documents.length > 0 && { documents }),
  };
}

async function readPictures(pictures: Attachment[], files: TurnFiles, included: Set<string>): Promise<ModelPicture[]> {
  const read: ModelPicture[] = [];
  for (const { id } of pictures) {
    const picture = await files.bytes(id);
    if (!picture) continue;
    included.add(id);
    read.push(picture);
  }
  return read;
}

async function readScans(scans: Attachment[], files: TurnFiles, included: Set<string>): Promise<ModelDocument[]> {
  const read: ModelDocument[] = [];
  for (const { id, name } of scans) {
    const file = await files.bytes(id);
    if (!file) continue;
    included.add(id);
    read.push({ name, type: 'application/pdf', bytes: file.bytes });
  }
  return read;
}
