import { GOALS, QUIZ } from './onboarding.ts';

/** What a productivity score is made of. */
export interface ProductivityScore {
  base: number;
  /** What the goals, the answers and having given all of them add. */
  goals: number;
  quiz: number;
  bonus: number;
  /** The sum of them, within `SCORE_RANGE`. */
  total: number;
}

export const SCORE_RANGE = { min: 50, max: 95 } as const;

const BASE = 45;
/** Of a goal that has no weight of its own. */
const DEFAULT_WEIGHT = 5;
const BONUS = 10;
const GOALS_FOR_BONUS = 3;

/**
 * How much an assistant can do for somebody: 45, the weight of each goal, the bonus of each answer, and 10 more for three
 * goals and all three answers; never below 50 or above 95. Every goal more makes it higher, or leaves it as it is. Counts
 * a goal once however often it is given, a goal that is none of ours with 5, and an answer that is none of ours not at all.
 */
export function productivityScore(given: {
  goals: readonly string[];
  quiz: Readonly<Record<string, string | undefined>>;
}): ProductivityScore {
  const goals = new Set(given.goals);
  const answers = QUIZ.flatMap((question) => question.answers.filter(({ id }) => given.quiz[question.id] === id));
  const parts = {
    base: BASE,
    goals: sum([...goals].map(weightOf)),
    quiz: sum(answers.map(({ bonus }) => bonus)),
    bonus: goals.size >= GOALS_FOR_BONUS && answers.length === QUIZ.length ? BONUS : 0,
  };
  const raw = parts.base + parts.goals + parts.quiz + parts.bonus;
  return { ...parts, total: Math.min(SCORE_RANGE.max, Math.max(SCORE_RANGE.min, raw)) };
}

function weightOf(goal: string): number {
  return GOALS.find(({ id }) => id === goal)?.weight ?? DEFAULT_WEIGHT;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
