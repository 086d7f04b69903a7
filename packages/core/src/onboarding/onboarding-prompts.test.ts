import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GOALS, QUIZ } from './onboarding.ts';
import { demoQuestion, suggestedPrompts } from './onboarding-prompts.ts';

const goals = fc.shuffledSubarray(
  GOALS.map(({ id }) => id),
  { minLength: 1 },
);
const writing = fc.constantFrom(...QUIZ[1].answers.map(({ id }) => id));

it('no prompts are suggested without a choice', () => {
  expect(suggestedPrompts({ goals: [], quiz: { writing: 'tone' } })).toEqual([]);
});

it('the prompts start with the first goal and cover the first three goals and the quiz', () => {
  const prompts = suggestedPrompts({
    goals: ['learning', 'writing', 'research', 'creativity'],
    quiz: { writing: 'tone' },
  });
  expect(prompts.map(({ text }) => text)).toEqual([
    'Explain a topic in plain words, then in depth',
    'Help me write a difficult email',
    'Research a question for me, with sources',
    'Rewrite my text in three tones',
  ]);
});

it('two to four distinct prompts are suggested', () => {
  fc.assert(
    fc.property(goals, fc.option(writing, { nil: undefined }), (goals, writing) => {
      const prompts = suggestedPrompts({ goals, quiz: writing ? { writing } : {} });
      expect(prompts.length).toBeGreaterThanOrEqual(2);
      expect(prompts.length).toBeLessThanOrEqual(4);
      expect(new Set(prompts.map(({ text }) => text)).size).toBe(prompts.length);
    }),
  );
});

it.each(GOALS.map(({ id }) => id))('the demo question for %s is short', (goal) => {
  expect(demoQuestion(goal).length).toBeLessThan(120);
});
