import { demoQuestion, GOALS, QUIZ, STARTING_PROMPTS, suggestedPrompts } from '@parley/core';
import { describe, expect, test } from 'vitest';
import { pageFinder } from '../../../search/find-pages.ts';
import { productPages } from '../../../search/pages.ts';
import { demoReply } from '../assistant.ts';
import { DEMO_LINE } from '../introduction.ts';
import { preparedAnswers } from './prepared-answers.ts';
import { normalizedQuestion } from '../turn.ts';

const goals = GOALS.map(({ id }) => id);
const writing = QUIZ[1].answers;
const find = pageFinder(productPages('Lantern', 'https://lantern.example'));

const demoQuestions = goals.map((goal) => demoQuestion(goal));
const prompts = [
  ...STARTING_PROMPTS,
  ...goals.flatMap((goal) => writing.flatMap(({ id }) => suggestedPrompts({ goals: [goal], quiz: { writing: id } }))),
];
const suggested = [...new Set([...demoQuestions, ...prompts.map(({ text }) => text)])];

function ask(text: string, { searches = false, attached = '' } = {}) {
  const question = attached && `<document name="a.txt">\n${attached}\n</document>\n\n`;
  const { pieces, reasoning } = demoReply({
    messages: [{ role: 'user', text: `${question}${text}`, attachments: [] }],
    hits: searches ? find(text) : null,
    now: Date.UTC(2026, 10, 21),
    productName: 'Lantern',
  });
  return { text: pieces.join(''), rule: reasoning[0] };
}

const RULE = 'Matched rule: prepared answers.';

describe.each(suggested)('%s', (question) => {
  test.each([false, true])('the suggested question has its own answer when search is %s', (searches) => {
    const { rule, text } = ask(question, { searches });
    expect(rule).toBe(RULE);
    const [first, ...rest] = text.split('\n');
    expect(first).toBe(`${DEMO_LINE} This is a prepared answer. A real model would write one for your own case.`);
    expect(rest.join('\n').trim().length).toBeGreaterThan(100);
  });
});

test.each(demoQuestions)('the answer to an onboarding question is short: %s', (question) => {
  expect(ask(question).text.match(/[\p{L}\p{N}’]+/gu)?.length).toBeLessThan(120);
});

test('every prepared answer belongs to a suggested question', () => {
  expect(new Set(preparedAnswers.keys())).toEqual(new Set(suggested.map(normalizedQuestion)));
});

test('case, spacing and end punctuation do not change a question', () => {
  expect(ask('  give me ten  UNUSUAL ideas for a birthday! ').rule).toBe(RULE);
  expect(ask('Suggest three names for a small cafe\u0301 by the sea, with one line on why for each').rule).toBe(RULE);
  expect(ask('Give me ten unusual ideas for a wedding').rule).not.toBe(RULE);
});

test('an attached text is used for the answer instead of being requested', () => {
  const { rule, text } = ask('Cut my text to half its length', {
    attached: 'The length of the text is a mile.',
  });
  expect(rule).toBe('Matched rule: attached documents.');
  expect(text).toContain('a mile');
});

test('questions that an answer proposes work in the demo', () => {
  const proposed = 'When do I have all my free messages again?';
  expect([...preparedAnswers.values()].join('\n')).toContain(`\`${proposed}\``);
  expect(ask(proposed, { searches: true }).text).toContain('10 messages every 12 hours');
  expect(ask('count words: one two').text).toContain('| Words | 2 |');
});
