import { apiError, badKey, serverError } from './api-error.ts';
import { richSample } from './assistant/prepared/rich-sample.ts';
import { plainReply, wordPieces, type FaultKind, type Rejection, type Reply, type ReplySearch } from './reply/reply.ts';
import { splitDocuments } from './request/wrapped-documents.ts';

interface Scenario {
  does: string;
  /** How to write the word with a number. */
  written?: string;
  /** Changes the reply so far or replaces it with a rejection. `count` is the number in the word, if any. */
  apply: (reply: Reply, question: string, count: number | null) => Reply | Rejection;
}

const SCRIPTED =
  'This answer follows a script that a word in your message has asked for. It says nothing more than that, in a few ' +
  'words, one after the other.';

const THOUGHT = 'The message holds a word that asks for thinking in tags. So I show some first.';
const ANSWER = 'This is the answer that follows the thinking.';

/** Scenario words for the last user message. Several words apply from left to right. */
const SCENARIOS: Record<string, Scenario> = {
  '401': { does: 'refuses the key', apply: () => badKey() },
  '429': { does: 'asks to come back in a second', apply: () => rateLimited() },
  quota: { does: 'says that the account has no money left', apply: () => outOfQuota() },
  '500': { does: 'fails before the answer', apply: () => serverError() },
  ctx: { does: 'says that the conversation is too long for the model', apply: () => tooLong() },
  html200: { does: 'answers with a page where an answer should be', apply: () => htmlPage() },
  mid500: fault('error', 'breaks with an error in mid-answer'),
  failed: fault('failed', 'ends the answer as failed'),
  cut: fault('cut', 'cuts the connection in mid-answer'),
  eof: fault('eof', 'ends the stream without ending the answer'),
  badjson: fault('badjson', 'sends something that is no JSON'),
  stall: fault('stall', 'falls silent for a minute in mid-answer'),
  slow: { does: 'takes 300 ms for each piece', apply: (reply) => ({ ...reply, pauseMs: 300 }) },
  fast: { does: 'takes no time for a piece, whatever its pace is', apply: (reply) => ({ ...reply, pauseMs: 0 }) },
  think: {
    does: 'reasons in <think> tags, in pieces of three characters',
    apply: (reply) => ({ ...reply, pieces: pieces(`<think>${THOUGHT}</think>\n\n${ANSWER}`, 3) }),
  },
  tags: {
    does: 'writes <thinking> and <answer> tags, in small pieces',
    apply: (reply) => ({
      ...reply,
      pieces: pieces(`<thinking>\n${THOUGHT}\n</thinking>\n\n<answer>\n${ANSWER}\n</answer>`, 5),
    }),
  },
  nosearch: {
    does: 'fails to search the web, where it was asked to, and answers',
    apply: (reply) => ({ ...reply, search: reply.search && { ...reply.search, failed: true } }),
  },
  length: {
    does: 'reaches its length limit halfway, or after N pieces; continued, it writes the rest',
    written: '[[length N]]',
    apply: (reply, _question, count) => ({ ...reply, ending: 'length', lengthLimit: count }),
  },
  refuse: {
    does: 'declines to answer',
    apply: (reply) => ({ ...reply, refused: true, pieces: wordPieces("I'm sorry, but I can't help with that.") }),
  },
  long: {
    does: 'answers with N numbered words, each a piece',
    written: '[[long N]]',
    apply: (reply, _question, count) => ({ ...reply, pieces: numberedWords(count ?? 200) }),
  },
  echo: {
    does: 'answers with exactly the text it was sent, last line first',
    apply: (reply, question) => ({ ...reply, pieces: wordPieces(question.split('\n').toReversed().join('\n')) }),
  },
  sample: {
    does: 'answers with a sample of all Markdown',
    apply: (reply) => ({ ...reply, pieces: wordPieces(richSample) }),
  },
};

export const SCENARIO_WORDS = Object.entries(SCENARIOS).map(([name, { does, written }]) => ({
  word: written ?? `[[${name}]]`,
  does,
}));

const BY_NAME = new Map(Object.entries(SCENARIOS));

/**
 * Builds the reply that the scenario words in a question script, or returns null without one. Words in an attached
 * document have no effect.
 */
export function scriptedReply(question: string, search: ReplySearch | null = null): Reply | Rejection | null {
  const words = [...splitDocuments(question).text.matchAll(/\[\[([a-z0-9]+)(?: +(\d{1,6}))?\]\]/gi)].flatMap(
    ([written, name, count]) => {
      const scenario = BY_NAME.get(name?.toLowerCase() ?? '');
      return scenario ? [{ written, scenario, count: count === undefined ? null : Number(count) }] : [];
    },
  );
  if (words.length === 0) return null;
  const reasoning = words.map(({ written, scenario }) => `Found \`${written}\` in the message: ${scenario.does}.`);
  let reply: Reply = { ...plainReply(SCRIPTED, reasoning), search };
  for (const { scenario, count } of words) {
    const next = scenario.apply(reply, question, count);
    if ('status' in next) return next;
    reply = next;
  }
  return reply;
}

/** A fault after three pieces, or after the number in the word. */
function fault(kind: FaultKind, does: string): Scenario {
  return { does, apply: (reply, _question, count) => ({ ...reply, fault: { kind, after: count ?? 3 } }) };
}

/** `word1 word2 …` in paragraphs of twenty, which exposes lost, duplicated or swapped text. */
function numberedWords(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const space = number === count ? '' : number % 20 === 0 ? '\n\n' : ' ';
    return `word${number}${space}`;
  });
}

function pieces(text: string, size: number): string[] {
  return text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];
}

function rateLimited(): Rejection {
  return apiError({
    status: 429,
    type: 'requests',
    code: 'rate_limit_exceeded',
    message: 'Rate limit reached for this model. Please try again in 1s.',
    headers: { 'retry-after': '1' },
  });
}

function outOfQuota(): Rejection {
  return apiError({
    status: 429,
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    message: 'You exceeded your current quota, please check your plan and billing details.',
    headers: { 'x-should-retry': 'false' },
  });
}

function tooLong(): Rejection {
  return apiError({
    status: 400,
    code: 'context_length_exceeded',
    param: 'input',
    message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
  });
}

function htmlPage(): Rejection {
  return {
    status: 200,
    headers: {},
    body: '<!doctype html><title>Sign in</title><p>Please sign in to the network.</p>',
  };
}
