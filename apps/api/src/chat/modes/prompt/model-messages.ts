import { MAX_ATTACHMENTS, receivedText, type Attachment, type Message } from '@parley/core';
import type { Model, ModelCapabilities, ModelDocument, ModelMessage, ModelPicture } from '../../model/model.ts';
import { cutContent, estimateTokens, messageTokens, PICTURE_TOKENS } from '../../model/request/fit-request.ts';
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

/** What the model is given of a message's files, by their ids. */
interface ReadFiles {
  texts: ReadonlyMap<string, string>;
  pictures: ReadonlyMap<string, ModelPicture>;
  /** PDFs whose pages are pictures, for a model that reads or sees them. */
  scans: ReadonlyMap<string, ModelDocument>;
}

const NO_FILES: ReadFiles = { texts: new Map(), pictures: new Map(), scans: new Map() };

/**
 * Builds the model's messages for a turn, with their documents, the newest pictures, and notes that name other files.
 * A message stays the same from turn to turn, so that the service's prompt cache works: none takes more than half of
 * the context. Files are read from the newest message on, until the context is full. `material` goes before the
 * question's own words. Also estimates, when asked, the tokens of each message of the turn. Throws `unsupported-type`
 * when this model cannot read a file of the question.
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

  const readFiles = fileReader(messages, files, capabilities, contextTokens);
  const read: ModelMessage[] = [];
  let room = contextTokens;
  for (const message of messages.toReversed()) {
    const lead = message === question ? material : '';
    // Not awaited without files: a long conversation has hundreds of such messages.
    const given = message.attachments && room >= 0 ? await readFiles(message) : NO_FILES;
    const whole = message.attachments || lead !== '' ? writeMessage(message, given, lead) : writeOnce(message);
    const content = cutContent(whole.content, Math.floor(contextTokens / 2));
    const words = content === whole.content ? whole : { ...whole, content };
    room -= messageTokens(words);
    read.push(withSeenFiles(words, given));
  }
  read.reverse();
  return {
    messages: read.filter(({ content, pictures, documents }) => content.trim() !== '' || pictures || documents),
    sizes: () => read.map(messageTokens),
  };
}

/**
 * Reads the files of one message after the other, newest message first: all documents, the newest pictures, and the
 * newest message's scans. A document that several messages name is read once.
 */
function fileReader(
  messages: Message[],
  files: TurnFiles,
  capabilities: ModelCapabilities | null,
  contextTokens: number,
): (message: Message) => Promise<ReadFiles> {
  const seesPictures = capabilities?.seesPictures.ok === true;
  const maxPages = Math.min(MAX_PAGES, contextTokens / 2 / PICTURE_TOKENS);
  const documents = new Map<string, string | null>();
  let picturesLeft = seesPictures ? countShown(messages) : 0;
  let opensPages = seesPictures || capabilities?.readsPdf === true;

  /** Reads more documents than a question may have, as imports have them, only as far as they fit. */
  async function readTexts(attached: Attachment[]): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    let tokens = 0;
    for (const [index, { id }] of attached.filter(({ kind }) => kind !== 'image').entries()) {
      if (index >= MAX_ATTACHMENTS && tokens > contextTokens) break;
      const text = documents.get(id) ?? (await files.text(id));
      documents.set(id, text);
      if (!text) continue;
      texts.set(id, text);
      tokens += estimateTokens(text);
    }
    return texts;
  }

  return async (message) => {
    const attached = distinctFiles(message);
    const texts = await readTexts(attached);
    const pictures = attached.filter(({ kind }) => kind === 'image');
    const shown = pictures.slice(Math.max(0, pictures.length - picturesLeft));
    picturesLeft -= shown.length;
    const scans = opensPages ? attached.filter((file) => isScan(file, texts.get(file.id) ?? '')) : [];
    opensPages &&= scans.length === 0;
    const maxShown = Math.max(1, Math.floor(maxPages / scans.length));
    return {
      texts,
      pictures: await readPictures(shown, files),
      scans: await readScans(scans, maxShown, files),
    };
  };
}

/** The number of pictures that are shown, of the newest messages. */
function countShown(messages: Message[]): number {
  const isPicture = ({ kind }: Attachment) => kind === 'image';
  const count = messages.reduce((sum, message) => sum + distinctFiles(message).filter(isPicture).length, 0);
  return count - Math.ceil(Math.max(0, count - MAX_PICTURES) / PICTURE_STEP) * PICTURE_STEP;
}

/** A message's files, each once: conversations that were imported earlier may name one many times. */
function distinctFiles({ attachments = [] }: Message): Attachment[] {
  return [...new Map(attachments.map((file) => [file.id, file])).values()];
}

/** Whether a PDF's pages are pictures, with no words or hardly any. */
function isScan({ kind, isScanned = false, pages = 1, size }: Attachment, text: string): boolean {
  return isScanned || (kind === 'pdf' && text.length < pages * FEW_CHARACTERS && size > pages * PICTURE_BYTES);
}

/** Messages without files, as the model reads them. The branch cache returns the same ones in the next turn. */
const WRITTEN = new WeakMap<Message, ModelMessage>();

function writeOnce(message: Message): ModelMessage {
  const written = WRITTEN.get(message) ?? writeMessage(message, NO_FILES);
  WRITTEN.set(message, written);
  return written;
}

/** The message's documents, `lead`, notes about files that are not given, and its own words. */
function writeMessage(message: Message, { texts, pictures, scans }: ReadFiles, lead = ''): ModelMessage {
  const files = distinctFiles(message);
  const isGiven = ({ id }: Attachment) => texts.has(id) || pictures.has(id) || scans.has(id);
  const documents = files.flatMap((file) => {
    const text = texts.get(file.id);
    return text === undefined ? [] : [wrapDocument(file, text)];
  });
  const notes = files.filter((file) => !isGiven(file)).map(({ name }) => `[attached: ${name}]`);
  const drawn = message.imageUrl ? `[drew a picture: ${message.imagePrompt ?? ''}]` : '';
  const words = receivedText(message).trim() || (files.some(isGiven) ? NO_WORDS : '');
  return {
    role: message.isUser ? 'user' : 'assistant',
    content: [...documents, lead, ...notes, drawn, words].filter(Boolean).join('\n\n'),
  };
}

function withSeenFiles(words: ModelMessage, { pictures, scans }: ReadFiles): ModelMessage {
  if (pictures.size + scans.size === 0) return words;
  return {
    ...words,
    ...(pictures.size > 0 && { pictures: [...pictures.values()] }),
    ...(scans.size > 0 && { documents: [...scans.values()] }),
  };
}

async function readPictures(pictures: Attachment[], files: TurnFiles): Promise<Map<string, ModelPicture>> {
  const read = new Map<string, ModelPicture>();
  for (const { id } of pictures) {
    const picture = await files.bytes(id);
    if (picture) read.set(id, picture);
  }
  return read;
}

async function readScans(scans: Attachment[], maxShown: number, files: TurnFiles): Promise<Map<string, ModelDocument>> {
  const read = new Map<string, ModelDocument>();
  for (const { id, name, pages = 1 } of scans) {
    const file = await files.bytes(id);
    if (!file) continue;
    const drawPages = async () => (await files.drawPages(id, file.bytes)).slice(0, maxShown);
    read.set(id, { name, type: 'application/pdf', bytes: file.bytes, pages, maxShown, drawPages });
  }
  return read;
}
