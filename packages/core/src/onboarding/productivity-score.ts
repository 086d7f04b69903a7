import { GOALS, QUIZ } from './onboarding.ts';

/** A productivity score and its parts. */
export interface ProductivityScore {
  base: number;
  /** What the goals, the answers and the completed quiz add. */
  goals: number;
  quiz: number;
  bonus: number;
  /** The sum of the parts, clamped to `SCORE_RANGE`. */
  total: number;
}

export const SCORE_RANGE = { min: 50, max: 95 } as const;

const BASE = 45;
/** The weight of a goal without one of its own. */
const DEFAULT_WEIGHT = 5;
const BONUS = 10;
const GOALS_FOR_BONUS = 3;

/**
 * Estimates how much an assistant can help: 45, plus the weight of each goal, plus the bonus of each answer, plus 10
 * for three or more goals and all three answers; clamped to 50 to 95. Another goal never lowers the score. A repeated
 * goal counts once, an unknown goal counts 5, and an unknown answer counts nothing.
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
