import { readFileSync } from 'node:fs';
import { DEMO_LINE } from '../introduction.ts';
import { normalizedQuestion, type Rule } from '../turn.ts';

const NOTE = `${DEMO_LINE} This is a prepared answer. A real model would write one for your own case.`;

/** Markdown answers by question, normalized with `normalizedQuestion`. */
export const preparedAnswers: ReadonlyMap<string, string> = new Map(
  readFileSync(new URL('./prepared-answers.md', import.meta.url), 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [question = ''] = section.split('\n', 1);
      return [normalizedQuestion(question), section.slice(question.length).trim()];
    }),
);

/** Answers the questions that the product itself suggests. */
export const prepared: Rule = {
  name: 'prepared answers',
  answer: ({ text }) => {
    const answer = preparedAnswers.get(normalizedQuestion(text));
    if (answer === undefined) return null;
    return {
      text: `${NOTE}\n\n${answer}`,
      steps: ['Found the question among those that the product suggests.', 'Took the answer that was written for it.'],
    };
  },
};
