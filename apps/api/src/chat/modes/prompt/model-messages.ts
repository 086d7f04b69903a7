import { receivedText, type Attachment, type Message } from '@parley/core';
import type { Model, ModelCapabilities, ModelDocument, ModelMessage, ModelPicture } from '../../model/model.ts';
import { cutContent, messageTokens, PICTURE_TOKENS } from '../../model/request/fit-request.ts';
import { wrapDocument } from './documents.ts';
import { attachmentRefusal } from '../refusals.ts';
import type { Turn, TurnFiles } from '../mode.ts';

/** Most pictures that a model is sent, from the question and earlier messages; the newest are kept. */
const MAX_PICTURES = 8;
/** Number of pictures that are left out together, so that most turns leave out the same ones. */
const PICTURE_STEP = 4;
/** The most pages of scanned PDFs that a model is shown, in total. */
const MAX_PAGES = 10;
/** A page with fewer characters has no words of its own, only a stamp or the mark of a scanning app. */
const FEW_CHARACTERS = 100;
/** The smallest bytes of a scanned page. */
const PICTURE_BYTES = 10_000;
const NO_WORDS = 'Say what this is about.';

/** Files of a message that the model is sent. */
interface ChosenFiles {
  /** Documents sent as text. */
  texts: Attachment[];
  pictures: Attachment[];
  /** PDFs whose pages are pictures, for a model that reads or sees them. */
  scans: Attachment[];
  /** The most pages that are shown of each scan. */
  maxShown: number;
}

/** Texts of documents by id. */
type Texts = ReadonlyMap<string, string>;

/**
 * Builds the model's messages for a turn, with their documents, the newest pictures, and notes that name other files.
 * A message stays the same from turn to turn, so that the service's prompt cache works: none takes more than half of
 * the context. `material` goes before the question's own words. Also estimates, when asked, the tokens of each
 * message of the turn. Throws `unsupported-type` when this model cannot read a file of the question.
 */
export async function modelMessages(
  turn: Turn,
  model: Model,
  contextTokens: number,
  material = '',
): Promise<{ messages: ModelMessage[]; sizes: () => number[] }> {
  const { messages, files } = turn;
  const question = messages.at(-1);
  const hasFiles = messages.some(({ attachments }) => attachments !== undefined);
  const capabilities = hasFiles ? await model.capabilities() : null;
  const refusal = capabilities && attachmentRefusal(question?.attachments ?? [], capabilities);
  if (refusal) throw refusal;

  const texts = await readTexts(messages, files);
  const chosen = hasFiles ? chooseFiles(messages, texts, capabilities, contextTokens) : [];
  const cut = (whole: ModelMessage): ModelMessage => {
    const content = cutContent(whole.content, Math.floor(contextTokens / 2));
    return content === whole.content ? whole : { ...whole, content };
  };
  const read = await Promise.all(
    messages.map((message, index): ModelMessage | Promise<ModelMessage> => {
      const lead = message === question ? material : '';
      // Without a promise each: a long conversation has hundreds of such messages.
      if (!message.attachments) return cut(lead === '' ? writeOnce(message) : writeMessage(message, [lead]));
      return readMessage(message, chosen[index] ?? NO_FILES, texts, files, lead).then(cut);
    }),
  );
  return {
    messages: read.filter(({ content, pictures, documents }) => content.trim() !== '' || pictures || documents),
    sizes: () => read.map(messageTokens),
  };
}

const NO_FILES: ChosenFiles = { texts: [], pictures: [], scans: [], maxShown: 0 };

async function readTexts(messages: Message[], files: TurnFiles): Promise<Texts> {
  const documents = messages.flatMap(({ attachments = [] }) => attachments.filter(({ kind }) => kind !== 'image'));
  const texts = await Promise.all(documents.map(async ({ id }) => [id, await files.text(id)] as const));
  return new Map(texts.flatMap(([id, text]) => (text ? [[id, text]] : [])));
}

/** Chooses the files of each message: all text, the newest pictures, and the newest message's scans. */
function chooseFiles(
  messages: Message[],
  words: Texts,
  capabilities: ModelCapabilities | null,
  contextTokens: number,
): ChosenFiles[] {
  const opensPages = capabilities !== null && (capabilities.readsPdf || capabilities.seesPictures.ok);
  const filesOf = ({ attachments = [] }: Message) => ({
    texts: attachments.filter(({ id }) => words.has(id)),
    pictures: capabilities?.seesPictures.ok ? attachments.filter(({ kind }) => kind === 'image') : [],
    scans: opensPages ? attachments.filter((file) => isScan(file, words.get(file.id) ?? '')) : [],
  });
  const all = messages.map(filesOf);
  const count = all.reduce((sum, { pictures }) => sum + pictures.length, 0);
  let leftOut = Math.ceil(Math.max(0, count - MAX_PICTURES) / PICTURE_STEP) * PICTURE_STEP;
  const lastScanned = all.findLastIndex(({ scans }) => scans.length > 0);
  const maxPages = Math.min(MAX_PAGES, contextTokens / 2 / PICTURE_TOKENS);
  return all.map(({ texts, pictures, scans }, index) => {
    const shown = pictures.slice(leftOut);
    leftOut -= pictures.length - shown.length;
    const maxShown = Math.max(1, Math.floor(maxPages / scans.length));
    return { texts, pictures: shown, scans: index === lastScanned ? scans : [], maxShown };
  });
}

/** Whether a PDF's pages are pictures, with no words or hardly any. */
function isScan({ kind, isScanned = false, pages = 1, size }: Attachment, text: string): boolean {
  return isScanned || (kind === 'pdf' && text.length < pages * FEW_CHARACTERS && size > pages * PICTURE_BYTES);
}

async function readMessage(
  message: Message,
  chosen: ChosenFiles,
  texts: Texts,
  files: TurnFiles,
  lead: string,
): Promise<ModelMessage> {
  const wrapped = chosen.texts.map((attachment) => wrapDocument(attachment, texts.get(attachment.id) ?? ''));
  const included = new Set(chosen.texts.map(({ id }) => id));
  const pictures = await readPictures(chosen.pictures, files, included);
  const documents = await readScans(chosen, files, included);
  const attachments = message.attachments ?? [];
  const notes = attachments.filter(({ id }) => !included.has(id)).map(({ name }) => `[attached: ${name}]`);
  return {
    ...writeMessage(message, [...wrapped, lead, ...notes], included.size > 0 ? NO_WORDS : ''),
    ...(pictures.length > 0 && { pictures }),
    ...(documents.length > 0 && { documents }),
  };
}

/** Messages without files, as the model reads them. The branch cache returns the same ones in the next turn. */
const WRITTEN = new WeakMap<Message, ModelMessage>();

function writeOnce(message: Message): ModelMessage {
  const written = WRITTEN.get(message) ?? writeMessage(message, []);
  WRITTEN.set(message, written);
  return written;
}

/** The message's own words after `before`, or `instead` if it has none. */
function writeMessage(message: Message, before: string[], instead = ''): ModelMessage {
  const picture = message.imageUrl ? `[drew a picture: ${message.imagePrompt ?? ''}]` : '';
  const words = receivedText(message).trim() || instead;
  return {
    role: message.isUser ? 'user' : 'assistant',
    content: [...before, picture, words].filter(Boolean).join('\n\n'),
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

async function readScans(
  { scans, maxShown }: ChosenFiles,
  files: TurnFiles,
  included: Set<string>,
): Promise<ModelDocument[]> {
  const read: ModelDocument[] = [];
  for (const { id, name, pages = 1 } of scans) {
    const file = await files.bytes(id);
    if (!file) continue;
    included.add(id);
    const drawPages = async () => (await files.drawPages(id, file.bytes)).slice(0, maxShown);
    read.push({ name, type: 'application/pdf', bytes: file.bytes, pages, maxShown, drawPages });
  }
  return read;
}
