import { question, type CallMessage } from '../call.ts';
import { plainReply, type Reply } from '../reply.ts';
import { arithmetic } from './arithmetic.ts';
import { dates } from './dates.ts';
import { ABILITIES, DEMO_LINE, introduction } from './introduction.ts';
import { productHelp } from './product-help.ts';
import { samples } from './samples.ts';
import { textTools } from './text-tools.ts';
import type { Rule, Turn } from './turn.ts';
import { units } from './units.ts';

interface Question {
  /** Oldest first; the last user message is the question. */
  messages: CallMessage[];
  /** Epoch milliseconds. */
  now: number;
  productName: string;
}

/** The first that has an answer gives it. */
const RULES: Rule[] = [introduction, arithmetic, units, dates, textTools, samples, productHelp];

const CANNOT = `${DEMO_LINE}

I cannot answer that: I am a small program with fixed rules, and this is not one of the things that I know. What works:

${ABILITIES}

Ask \`how do I connect a model\` for real answers.`;

/** Answers without a model, honestly: what it cannot do it says. */
export function demoReply({ messages, now, productName }: Question): Reply {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const turn: Turn = {
    text: question(messages).trim(),
    earlier: messages.slice(0, Math.max(0, last)),
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
