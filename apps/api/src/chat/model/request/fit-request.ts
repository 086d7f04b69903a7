import { cutDocuments, cutText } from './cut-text.ts';
import type { ModelMessage, ModelRequest } from '../model.ts';

/** Characters of Latin text that make a token, about. */
export const CHARS_PER_TOKEN = 3;
/** From here on alphabets of which two letters make a token, then signs that are one each: Chinese, Japanese, Korean, emoji. */
const OTHER_ALPHABETS = 0x370;
const SIGNS = 0x2e80;
/** Tokens of a picture, and of a document that the service itself reads: nobody can tell before it has been read. */
const FILE_TOKENS = 1500;
/** Tokens kept free for what a server adds by itself. */
const RESERVE = 1000;
const MAX_HISTORY = 10;

type Messages = ModelRequest['messages'];

/**
 * The request cut to what the model's context holds: instructions, then the question, then the newest of what came
 * before it, at most ten messages and never a reply first, then their pictures and documents, the newest first. In a
 * question that alone is too long the documents are cut, then the rest; what is cut says so.
 */
export function fitRequest(request: ModelRequest, contextTokens: number): ModelRequest {
  const maxOutputTokens = Math.min(request.maxOutputTokens, Math.floor(contextTokens / 2));
  const question = request.messages.at(-1);
  if (!question) return { ...request, maxOutputTokens };
  const all = Math.max(contextTokens - maxOutputTokens - RESERVE - estimateTokens(request.instructions), 0);
  // Pictures never squeeze out the words that ask about them.
  const forWords = Math.max(all - fileTokens(question), Math.floor(all / 2));
  const content = fitted(question.content, forWords);
  const kept: Messages = [{ ...question, content }];
  let room = forWords - estimateTokens(content);
  for (const message of request.messages.slice(-1 - MAX_HISTORY, -1).toReversed()) {
    room -= estimateTokens(message.content);
    if (room < 0) break;
    kept.unshift(message);
  }
  return { ...request, maxOutputTokens, messages: withFilesThatFit(withQuestionFirst(kept), room) };
}

/** The request with no more than the last two messages, for a model whose context was smaller than we thought. */
export function shortest(request: ModelRequest): ModelRequest {
  return { ...request, messages: withQuestionFirst(request.messages.slice(-2)) };
}

/** About as many as a tokenizer would find, rather more. */
export function estimateTokens(text: string): number {
  // In sixths, which add up without an error.
  let sixths = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    sixths += code < OTHER_ALPHABETS ? 6 / CHARS_PER_TOKEN : code < SIGNS ? 3 : 6;
  }
  return Math.ceil(sixths / 6);
}

/** The message with its words alone. */
export function withoutFiles(message: ModelMessage): ModelMessage {
  const { pictures: _, documents: __, ...words } = message;
  return words.content.trim() === '' ? { ...words, content: '[an attachment that is left out]' } : words;
}

function fileTokens({ pictures = [], documents = [] }: ModelMessage): number {
  return (pictures.length + documents.length) * FILE_TOKENS;
}

/** Leaves out the oldest files first; those of the question always stay. */
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

/** The content cut to so many tokens, as far as the notes of what is cut fit. */
function fitted(content: string, room: number): string {
  let cut = content;
  let length = content.length;
  // How many tokens a part has can be told only of that part: a text may change its alphabet.
  for (let tokens = estimateTokens(cut); tokens > room && length > 0; tokens = estimateTokens(cut)) {
    length = Math.min(length - 1, Math.floor((length * room) / tokens));
    cut = cutText(cutDocuments(content, Math.floor(length / 2)), length);
  }
  return cut;
}
