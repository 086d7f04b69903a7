import { expect, it } from 'vitest';
import { aboutFromAnswers } from './about-from-answers.ts';
import { QUIZ } from './onboarding.ts';

it('says what the answers say, in the first person', () => {
  const quiz = { hours: '5-to-10', writing: 'tone', repetition: 'daily' } as const;
  expect(aboutFromAnswers({ goals: ['writing', 'research', 'learning'], quiz })).toBe(
    'I want help with writing, research, and learning. I spend five to ten hours a week writing, reading and looking things up. When I write, getting the tone right takes me longest. I repeat the same task by hand most days.',
  );
});

it.each([
  [{ goals: [], quiz: {} }, ''],
  [{ goals: [], quiz: { repetition: 'rarely' } }, ''],
  [{ goals: ['automation'], quiz: {} }, 'I want help with automation.'],
] as const)('of %j it says "%s"', ({ goals, quiz }, text) => {
  expect(aboutFromAnswers({ goals: [...goals], quiz })).toBe(text);
});

it('makes a sentence of every answer', () => {
  for (const { id, answers } of QUIZ)
    for (const answer of answers.filter((one) => one.id !== 'rarely'))
      expect(aboutFromAnswers({ goals: [], quiz: { [id]: answer.id } })).toMatch(/^(?:I|When I) [^.]+\.$/);
});
