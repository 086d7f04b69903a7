import { randomUUID } from 'node:crypto';
import { AppError, MODES, type Attachment, type ModeId } from '@parley/core';
import { CompletionRequest } from '@parley/core/api';
import type { TemporaryMessage, TemporaryPicture, TemporaryTurn } from '../../chat/temporary/temporary-request.ts';
import { MAX_PLAIN_BYTES } from '../../chat/read-stream-body.ts';
import { readDataUri } from '../../files/data-uri.ts';
import { readUpload } from '../../files/read-upload.ts';
import { parseBody } from '../../http/requests/parse-body.ts';
import type { Caller } from '../../limits/fair-scheduler.ts';
import type { Work } from '../../limits/work.ts';
import { InvalidParameter } from './invalid-parameter.ts';

/** The modes that programs can ask: those that answer with text. */
export const COMPLETION_MODES = MODES.map(({ id }) => id).filter((id) => id !== 'image');
type CompletionMode = Exclude<ModeId, 'image'>;

/** What a program can name as its model. */
export interface ModelNames {
  modes: readonly CompletionMode[];
  /** Ids of the operator's list. */
  models: readonly string[];
}

/** Most images of a request. */
const MAX_PICTURES = 8;

/** Whether a value changes nothing. */
const isUnset = (value: unknown) => value === undefined || value === null || (Array.isArray(value) && !value.length);

function isEmptyObject(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  for (const _ in value) return false;
  return true;
}

/**
 * Parameters that would change the form of a reply, with the values that change nothing. Parameters that only tune a
 * reply, such as `temperature`, are ignored.
 */
const REFUSED: Record<string, (value: unknown) => boolean> = {
  tools: isUnset,
  functions: isUnset,
  tool_choice: (value) => isUnset(value) || value === 'none' || value === 'auto',
  function_call: (value) => isUnset(value) || value === 'none' || value === 'auto',
  response_format: (value) => isUnset(value) || (value as { type?: unknown }).type === 'text',
  n: (value) => isUnset(value) || value === 1,
  logprobs: (value) => isUnset(value) || value === false,
  logit_bias: (value) => isUnset(value) || isEmptyObject(value),
  audio: isUnset,
  modalities: (value) => isUnset(value) || (Array.isArray(value) && value.length === 1 && value[0] === 'text'),
};

/** A checked request from a program. `withPictures` reads its images. */
export interface ReadCompletion {
  mode: CompletionMode;
  /** The id of a listed model; null for the user's own. */
  model: string | null;
  streams: boolean;
  /** Whether a stream ends with the usage. */
  showsUsage: boolean;
  maxOutputTokens: number | null;
  instructions: string;
  /** The reply ends before the first of these texts. */
  stop: string[];
  turns: { isUser: boolean; text: string; pictures: string[] }[];
}

/** Parses the body of POST /v1/chat/completions. Throws `InvalidParameter`, `invalid-request` or `too-large`. */
export function readCompletion(json: unknown, names: ModelNames): ReadCompletion {
  for (const [name, asksNothing] of Object.entries(REFUSED)) {
    if (asksNothing((json as Record<string, unknown> | undefined)?.[name])) continue;
    throw new InvalidParameter(name, 'unsupported_parameter', `This server doesn’t support “${name}”.`);
  }
  const request = parseBody(CompletionRequest, json);
  const turns: ReadCompletion['turns'] = [];
  const instructions: string[] = [];
  for (const [index, message] of request.messages.entries()) {
    const { text, pictures } = readContent(message, `messages[${index}]`);
    if (message.role === 'system' || message.role === 'developer') instructions.push(text);
    else turns.push({ isUser: message.role === 'user', text, pictures });
  }
  const question = turns.at(-1);
  if (!question?.isUser || (question.text.trim() === '' && question.pictures.length === 0)) {
    throw new InvalidParameter('messages', 'invalid_value', 'The last message must be a question of the user.');
  }
  const pictureCount = turns.reduce((sum, { pictures }) => sum + pictures.length, 0);
  if (pictureCount > MAX_PICTURES) {
    throw new InvalidParameter('messages', 'invalid_value', `A request can have up to ${MAX_PICTURES} images.`);
  }
  const bytes = [...instructions, ...turns.map(({ text }) => text)].reduce((sum, t) => sum + Buffer.byteLength(t), 0);
  if (bytes > MAX_PLAIN_BYTES) throw new AppError('too-large');
  return {
    ...namedModel(request.model, names),
    streams: request.stream ?? false,
    showsUsage: request.stream_options?.include_usage ?? false,
    maxOutputTokens: request.max_completion_tokens ?? request.max_tokens ?? null,
    stop: [request.stop ?? []].flat(),
    instructions: instructions.join('\n\n'),
    turns,
  };
}

/**
 * What answers under this name: a mode with the user's own model, or a listed model in Normal. Throws `not-found` with
 * the names that there are.
 */
export function namedModel(name: string, { modes, models }: ModelNames): Pick<ReadCompletion, 'mode' | 'model'> {
  const mode = modes.find((id) => id === name);
  if (mode) return { mode, model: null };
  if (models.includes(name)) return { mode: 'normal', model: name };
  const message = `There is no model “${name.slice(0, 100)}”. Use one of ${[...modes, ...models].join(', ')}.`;
  throw new InvalidParameter('model', 'model_not_found', message, 'not-found');
}

function readContent(
  { role, content, tool_calls: calls }: CompletionRequest['messages'][number],
  at: string,
): { text: string; pictures: string[] } {
  if (!['system', 'developer', 'user', 'assistant'].includes(role)) {
    throw new InvalidParameter(
      `${at}.role`,
      'unsupported_value',
      `This server doesn’t support the role “${role.slice(0, 50)}”.`,
    );
  }
  if (!isUnset(calls)) {
    throw new InvalidParameter(
      `${at}.tool_calls`,
      'unsupported_parameter',
      'This server doesn’t support “tool_calls”.',
    );
  }
  if (!Array.isArray(content)) return { text: content ?? '', pictures: [] };
  const texts: string[] = [];
  const pictures: string[] = [];
  for (const [index, { type, text, image_url: image }] of content.entries()) {
    const part = `${at}.content[${index}]`;
    if (type === 'text') texts.push(text ?? missing(`${part}.text`));
    else if (type === 'image_url' && role === 'user')
      pictures.push(dataUri(image?.url ?? missing(`${part}.image_url`), part));
    else {
      const message = `This server doesn’t support “${type.slice(0, 50)}” in a message with the role “${role}”.`;
      throw new InvalidParameter(part, 'unsupported_value', message);
    }
  }
  return { text: texts.join('\n'), pictures };
}

function missing(field: string): never {
  throw new InvalidParameter(field, 'missing_required_parameter', `The field "${field}" is missing.`);
}

function dataUri(url: string, part: string): string {
  if (/^data:/i.test(url)) return url;
  const message = 'This server doesn’t load images from addresses. Send the image as a data URI.';
  throw new InvalidParameter(`${part}.image_url.url`, 'unsupported_value', message);
}

/** The message for a reply, with its images decoded. Nothing of it is stored. Throws as `readUpload` does. */
export async function withPictures(
  { mode, model, instructions, maxOutputTokens, streams, turns: asked }: ReadCompletion,
  work: Pick<Work, 'documents' | 'pictures'>,
  caller: Caller,
): Promise<TemporaryMessage> {
  const pictures = new Map<string, TemporaryPicture>();
  const turns: TemporaryTurn[] = [];
  for (const { isUser, text, pictures: uris } of asked) {
    const attachmentIds: string[] = [];
    for (const uri of uris) {
      const picture = await readPicture(uri, work, caller);
      pictures.set(picture.attachment.id, picture);
      attachmentIds.push(picture.attachment.id);
    }
    turns.push({ isUser, text, attachmentIds });
  }
  const program = { instructions, pictures, maxOutputTokens, isWhole: !streams };
  return { clientMessageId: null, mode, length: null, model, turns, fingerprint: '', program };
}

async function readPicture(
  uri: string,
  work: Pick<Work, 'documents' | 'pictures'>,
  caller: Caller,
): Promise<TemporaryPicture> {
  const read = await readUpload(readDataUri(uri), work, caller);
  if (read.kind !== 'image') {
    throw new InvalidParameter('messages', 'invalid_value', 'Only images can be sent as “image_url”.');
  }
  const { kind, type, width, height, bytes } = read;
  const attachment: Attachment = {
    id: randomUUID(),
    name: 'image',
    url: '',
    kind,
    type,
    size: bytes.length,
    width,
    height,
  };
  return { attachment, bytes };
}
