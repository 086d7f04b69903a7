import type { Hit } from '../../search/find-pages.ts';
import { lastQuestion, type CallMessage } from '../request/call.ts';
import { plainReply, type Reply } from '../reply/reply.ts';
import { arithmetic } from './calculation/arithmetic.ts';
import { attachedPictures } from './attached-pictures.ts';
import { dates } from './calculation/dates.ts';
import { attachedDocuments, earlierDocuments } from './documents/documents.ts';
import { documentsIn } from './documents/documents-in.ts';
import { givenResults } from './given-results.ts';
import { ABILITIES, DEMO_LINE, introduction } from './introduction.ts';
import { prepared } from './prepared/prepared-answers.ts';
import { productHelp } from './product-help.ts';
import { samples } from './prepared/samples.ts';
import { textTools } from './text-tools.ts';
import type { Rule, Turn } from './turn.ts';
import { webSearch } from './web-search.ts';

interface Question {
  /** Oldest first; the last user message is the question. */
  messages: CallMessage[];
  /** Search hits for the question; null if no search was requested. */
  hits?: Hit[] | null;
  /** Epoch milliseconds. */
  now: number;
  productName: string;
}

/** In order: the first rule with an answer wins. */
const RULES: Rule[] = [
  attachedPictures,
  givenResults,
  attachedDocuments,
  prepared,
  webSearch,
  introduction,
  arithmetic,
  dates,
  textTools,
  samples,
  productHelp,
  earlierDocuments,
];

/** Maximum characters of a question that the rules read. */
const MAX_QUESTION = 10_000;

const CANNOT = `${DEMO_LINE}

I can’t answer that: I’m a small program with fixed rules, and they don’t cover this. What works:

${ABILITIES}

Ask \`how do I connect a model\` for real answers.`;

/** Answers without a model, and says so when it cannot. */
export function demoReply({ messages, hits = null, now, productName }: Question): Reply {
  const asked = lastQuestion(messages);
  const { text, documents } = asked ? documentsIn(asked) : { text: '', documents: [] };
  const turn: Turn = {
    documents,
    text: text.slice(0, MAX_QUESTION),
    pictures: asked?.attachments.flatMap(({ kind, bytes }) => (kind === 'picture' ? [bytes] : [])) ?? [],
    hits,
    earlier: asked ? messages.slice(0, messages.indexOf(asked)) : [],
    now,
    timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    productName,
  };
  for (const { name, answer } of RULES) {
    const found = answer(turn);
    if (found) return plainReply(found.text, [`Matched rule: ${name}.`, ...found.steps]);
  }
  return plainReply(CANNOT, [
    `Tried ${RULES.length} rules: ${RULES.map(({ name }) => name).join(', ')}.`,
    'None matched.',
  ]);
}
