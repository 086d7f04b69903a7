import { cutDocuments, cutText } from './cut-text.ts';
import { estimateSixths } from './estimate-sixths.ts';
import type { ModelMessage, ModelRequest } from '../model.ts';

/** Estimated tokens of a picture, or of a page of a document; the real number is unknown until it is read. */
export const PICTURE_TOKENS = 1500;
/** Tokens reserved for what a server adds by itself. */
const RESERVE = 1000;

type Messages = ModelRequest['messages'];

/**
 * Cuts the request to the model's context. Priority: instructions, then the question, then the newest earlier messages
 * (never starting with a reply), then their pictures and documents, newest first. In a question that alone is too long,
 * the documents are cut first, then the rest; cut text says so. A reply that is continued stays the last message.
 */
export function fitRequest(request: ModelRequest, contextTokens: number): ModelRequest {
  const room = Math.max(roomForMessages(request, contextTokens) - roundTokens(request), 0);
  const maxOutputTokens = outputTokens(request, contextTokens);
  return { ...request, maxOutputTokens, messages: fitMessages(request.messages, room) };
}

function fitMessages(messages: Messages, all: number): Messages {
  const question = messages.at(-1);
  if (!question) return messages;
  if (question.role === 'assistant') {
    const begun = { ...question, content: endOf(question.content, Math.floor(all / 2)) };
    return [...fitMessages(messages.slice(0, -1), all - wordTokens(begun)), begun];
  }
  // Pictures must not displace the words that ask about them.
  const forWords = Math.max(all - fileTokens(question), Math.floor(all / 2));
  const content = cutContent(question.content, forWords);
  const kept: Messages = [{ ...question, content }];
  let room = forWords - estimateTokens(content);
  for (const message of messages.slice(0, -1).toReversed()) {
    room -= wordTokens(message);
    if (room < 0) break;
    kept.unshift(message);
  }
  return withFilesThatFit(withQuestionFirst(kept), room);
}

/** The end of a text, at most this many tokens. */
function endOf(text: string, room: number): string {
  let end = text;
  for (let tokens = estimateTokens(end); tokens > room; tokens = estimateTokens(end)) {
    const length = Math.min(end.length - 1, Math.floor((end.length * room) / tokens));
    // Not from the second half of a surrogate pair on.
    end = end.slice(end.length - length).replace(/^[\udc00-\udfff]/, '');
  }
  return end;
}

/** The tokens that a request has for its messages beside its instructions and its reply. */
export function roomForMessages(
  request: Pick<ModelRequest, 'instructions' | 'maxOutputTokens'>,
  contextTokens: number,
): number {
  const taken = outputTokens(request, contextTokens) + RESERVE + estimateTokens(request.instructions);
  return Math.max(contextTokens - taken, 0);
}

function outputTokens({ maxOutputTokens }: Pick<ModelRequest, 'maxOutputTokens'>, contextTokens: number): number {
  return Math.min(maxOutputTokens, Math.floor(contextTokens / 2));
}

function roundTokens({ rounds = [] }: ModelRequest): number {
  const results = rounds.flatMap((round) => round.results);
  const words = rounds.reduce(
    (sum, { text, calls, state }) => sum + estimateTokens(text + JSON.stringify([calls, state])),
    0,
  );
  return results.reduce(
    (sum, { text, pictures }) => sum + messageTokens({ role: 'user', content: text, ...(pictures && { pictures }) }),
    words,
  );
}

/** Estimates the tokens of a whole request, and of its parts that are no words. */
export function estimateInput(request: ModelRequest) {
  const { instructions, messages, tools, rounds = [] } = request;
  const toolTokens = tools ? estimateTokens(JSON.stringify(tools)) : 0;
  const words = estimateTokens(instructions) + roundTokens(request);
  const inputTokens = messages.reduce((sum, message) => sum + messageTokens(message), words + toolTokens);
  const shown = rounds.flatMap(({ results }) => results.flatMap(({ pictures = [] }) => pictures));
  const files = messages.reduce((sum, message) => sum + fileTokens(message), shown.length * PICTURE_TOKENS);
  return { inputTokens, toolTokens, fileTokens: files };
}

/** Reduces the request to at most the last two messages, for a model whose context was smaller than expected. */
export function shortest(request: ModelRequest): ModelRequest {
  return { ...request, messages: withQuestionFirst(request.messages.slice(-2)) };
}

/** Estimates a tokenizer's count, on the high side. */
export function estimateTokens(text: string): number {
  return Math.ceil(estimateSixths(text) / 6);
}

/** The message without its files. */
export function withoutFiles(message: ModelMessage): ModelMessage {
  const { pictures: _, documents: __, ...words } = message;
  return words.content.trim() === '' ? { ...words, content: '[an attachment that is left out]' } : words;
}

function fileTokens({ pictures = [], documents = [] }: ModelMessage): number {
  const pages = documents.reduce((sum, { pages, maxShown }) => sum + Math.min(pages, maxShown), 0);
  return (pictures.length + pages) * PICTURE_TOKENS;
}

/** Drops the oldest files first; those of the question always stay. */
function withFilesThatFit(messages: Messages, room: number): Messages {
  let left = room;
  return messages
    .toReversed()
    .map((message, age) => {
      const cost = fileTokens(message);
      if (age === 0 || cost === 0) return message;
      left -= cost;
      return left < 0 ? withoutFiles(message) : message;
    })
    .toReversed();
}

function withQuestionFirst(messages: Messages): Messages {
  const first = messages.findIndex(({ role }) => role === 'user');
  return first === -1 ? messages : messages.slice(first);
}

/** Estimates the tokens of a message with its files. */
export function messageTokens(message: ModelMessage): number {
  return wordTokens(message) + fileTokens(message);
}

/** The words of a message are counted once, however often its request is measured. */
const COUNTED = new WeakMap<ModelMessage, number>();

function wordTokens(message: ModelMessage): number {
  const known = COUNTED.get(message) ?? estimateTokens(message.content);
  COUNTED.set(message, known);
  return known;
}

/** Cuts the content to this many tokens, documents first, as far as the notes about cuts fit. */
export function cutContent(content: string, room: number): string {
  // No character is more than a token.
  if (content.length <= room) return content;
  let cut = content;
  let length = content.length;
  // Tokens have to be recounted for each part: a text may change its alphabet.
  for (let tokens = estimateTokens(cut); tokens > room && length > 0; tokens = estimateTokens(cut)) {
    length = Math.min(length - 1, Math.floor((length * room) / tokens));
    cut = cutText(cutDocuments(content, Math.floor(length / 2)), length);
  }
  return cut;
}
