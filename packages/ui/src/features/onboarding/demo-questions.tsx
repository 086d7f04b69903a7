import { demoQuestion, GOALS, type GoalId } from '@parley/core';
import { ArrowUp } from 'lucide-react';
import { Icon } from '../../kit/icons/icon.tsx';
import { GOAL_ICONS } from './goal-icons.ts';

/** Few enough to take in at a glance. */
const SHOWN = 3;

interface DemoQuestionsProps {
  goals: readonly GoalId[];
  onChoose: (goal: GoalId) => void;
}

/** One question for each of the first goals; pressing one sends it. */
export function DemoQuestions({ goals, onChoose }: DemoQuestionsProps) {
  const offered = goals.length > 0 ? goals : GOALS.map(({ id }) => id);
  return (
    <ul className="demo-questions">
      {offered.slice(0, SHOWN).map((goal) => (
        <li key={goal}>
          <button type="button" onClick={() => onChoose(goal)}>
            <Icon icon={GOAL_ICONS[goal]} />
            <span className="min-w-0 flex-1">{demoQuestion(goal)}</span>
            <Icon icon={ArrowUp} size="sm" />
          </button>
        </li>
      ))}
    </ul>
  );
}
