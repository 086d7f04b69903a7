import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OnboardingAnswers, QuizAnswers } from '../api/account/onboarding.ts';
import { GOALS, QUIZ, type GoalId } from './onboarding.ts';
import { productivityScore } from './productivity-score.ts';

const goals = fc.subarray(GOALS.map(({ id }) => id));
const quiz = fc
  .tuple(...QUIZ.map(({ answers }) => fc.option(fc.constantFrom(...answers.map(({ id }) => id)), { nil: undefined })))
  .map((ids) => Object.fromEntries(QUIZ.map(({ id }, index) => [id, ids[index]])) as QuizAnswers);
const answers: fc.Arbitrary<OnboardingAnswers> = fc.record({ goals, quiz });
const text = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'productivity', 'sources'));
const anything = fc.record({
  goals: fc.array(text),
  quiz: fc.dictionary(fc.oneof(text, fc.constant('writing')), text),
});

describe('the productivity score', () => {
  it.each<[string, GoalId[], QuizAnswers, number]>([
    ['no answers at all', [], {}, 50],
    ['the lightest goal', ['learning'], {}, 51],
    ['three goals without answers', ['productivity', 'writing', 'learning'], {}, 74],
    [
      'two goals with all answers',
      ['writing', 'learning'],
      { hours: 'under-2', writing: 'tone', repetition: 'rarely' },
      61,
    ],
    [
      'three goals and three answers',
      ['productivity', 'writing', 'learning'],
      { hours: 'under-2', writing: 'sources', repetition: 'rarely' },
      88,
    ],
    ['every goal', GOALS.map(({ id }) => id), {}, 95],
  ])('the score is computed for %s', (_, goals, quiz, total) => {
    expect(productivityScore({ goals, quiz }).total).toBe(total);
  });

  it('the score lists its components', () => {
    const quiz: QuizAnswers = { hours: 'over-10', writing: 'beginning', repetition: 'hourly' };
    expect(productivityScore({ goals: ['automation', 'research', 'creativity'], quiz })).toEqual({
      base: 45,
      goals: 30,
      quiz: 9,
      bonus: 10,
      total: 94,
    });
  });

  it('an unknown goal counts 5 points, once', () => {
    expect(productivityScore({ goals: ['juggling', 'juggling'], quiz: {} }).goals).toBe(5);
  });

  it('the score never falls when a goal is added', () => {
    fc.assert(
      fc.property(answers, fc.constantFrom(...GOALS.map(({ id }) => id)), ({ goals, quiz }, goal) => {
        const before = productivityScore({ goals, quiz });
        const after = productivityScore({ goals: [...goals, goal], quiz });
        expect(after.total).toBeGreaterThanOrEqual(before.total);
      }),
    );
  });

  it('the score never falls when a question is answered', () => {
    fc.assert(
      fc.property(answers, fc.constantFrom(...QUIZ.map(({ id }) => id)), ({ goals, quiz }, question) => {
        const without = productivityScore({ goals, quiz: { ...quiz, [question]: undefined } });
        expect(productivityScore({ goals, quiz }).total).toBeGreaterThanOrEqual(without.total);
      }),
    );
  });

  it('the score does not depend on the order of goals', () => {
    fc.assert(
      fc.property(answers, ({ goals, quiz }) => {
        expect(productivityScore({ goals: goals.toReversed(), quiz })).toEqual(productivityScore({ goals, quiz }));
      }),
    );
  });

  it('the score is an integer from 50 to 95 for any answers', () => {
    fc.assert(
      fc.property(fc.oneof(answers, anything), (given) => {
        const { total } = productivityScore(given);
        expect(Number.isInteger(total)).toBe(true);
        expect(total).toBeGreaterThanOrEqual(50);
        expect(total).toBeLessThanOrEqual(95);
      }),
    );
  });
});
