import type { ModerationCreateResponse } from 'openai/resources/moderations';
import { pictureKind } from '../pictures/picture-kind.ts';
import type { Exchange } from '../server/exchange.ts';
import { invalidValue, missingParameter } from './api-error.ts';
import { plainReply, type Rejection } from './reply/reply.ts';
import { reject, sendWhole } from './reply/send-whole.ts';
import { readContent, type Content } from './request/content.ts';
import { scriptedReply } from './scenarios.ts';

const CATEGORIES = [
  'harassment',
  'harassment/threatening',
  'hate',
  'hate/threatening',
  'illicit',
  'illicit/violent',
  'self-harm',
  'self-harm/instructions',
  'self-harm/intent',
  'sexual',
  'sexual/minors',
  'violence',
  'violence/graphic',
] as const;
type Category = (typeof CATEGORIES)[number];

/** Width and height of a picture that is flagged. */
const FLAGGED_SIDE = 66;
const WORD = /\[\[moderation ([\w/-]{1,40})\]\]/g;
const EMPTY = 'empty';

export const MODERATION_WORDS = [
  { word: '[[moderation CATEGORY]]', does: `flags the text in one of: ${CATEGORIES.join(', ')}` },
  { word: '[[moderation FAULT]]', does: 'does to the check what [[FAULT]] does to an answer: 401, 429, 500, stall, …' },
  { word: `[[moderation ${EMPTY}]]`, does: 'answers without a result' },
  { word: `${FLAGGED_SIDE} × ${FLAGGED_SIDE}`, does: 'a picture of this size is flagged as violence/graphic' },
];

/** Judges texts and pictures. Nothing is flagged unless `faults` lets words and sizes decide. */
export async function sendModeration(
  exchange: Exchange,
  { input, model }: Record<string, unknown>,
  faults: boolean,
): Promise<void> {
  const contents = readInput(input);
  if ('status' in contents) return reject(exchange, contents);
  const words = faults ? contents.flatMap(wordsIn) : [];
  for (const word of words.filter((each) => !isCategory(each))) {
    const scripted = scriptedReply(`[[${word}]]`);
    if (scripted && 'status' in scripted) return reject(exchange, scripted);
    if (scripted) return sendWhole(exchange, scripted, () => answer([]));
  }
  const judged = words.includes(EMPTY) ? [] : contents;
  await sendWhole(exchange, plainReply(''), () => answer(judged));

  function answer(all: Content[]): ModerationCreateResponse {
    return {
      id: `modr-${crypto.randomUUID()}`,
      model: typeof model === 'string' ? model : 'omni-moderation-latest',
      results: all.map((content) => resultOf(faults ? categoriesOf(content) : [])),
    };
  }
}

/** A list of strings gets one result each; a list of parts gets one in total. */
function readInput(input: unknown): Content[] | Rejection {
  if (typeof input === 'string') return [{ text: input, attachments: [] }];
  if (!Array.isArray(input) || input.length === 0) return missingParameter('input');
  if (input.every((item) => typeof item === 'string')) return input.map((text) => ({ text, attachments: [] }));
  const content = readContent('chat', 'user', input, 'input');
  if ('status' in content) return content;
  if (content.attachments.length > 1)
    return invalidValue('input', 'Too many images: at most 1 can be checked at once.');
  return [content];
}

function wordsIn({ text }: Content): string[] {
  return [...text.matchAll(WORD)].map(([, word = '']) => word);
}

function isCategory(word: string): word is Category {
  return CATEGORIES.some((category) => category === word);
}

function categoriesOf(content: Content): Category[] {
  const isFlagged = content.attachments.some(({ bytes }) => {
    const kind = pictureKind(bytes);
    return kind?.width === FLAGGED_SIDE && kind.height === FLAGGED_SIDE;
  });
  return [...wordsIn(content).filter(isCategory), ...(isFlagged ? (['violence/graphic'] as const) : [])];
}

function resultOf(flagged: Category[]) {
  const each = <T>(valueOf: (category: Category) => T) =>
    Object.fromEntries(CATEGORIES.map((category) => [category, valueOf(category)])) as Record<Category, T>;
  return {
    flagged: flagged.length > 0,
    categories: each((category) => flagged.includes(category)),
    category_scores: each((category) => (flagged.includes(category) ? 0.97 : 0)),
    category_applied_input_types: each(() => ['text' as const]),
  };
}
