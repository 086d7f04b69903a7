import { demoQuestion, GOALS, type GoalId } from '@parley/core';
import { SendIcon } from '../../kit/icons/icons.ts';
import { Icon } from '../../kit/icons/icon.tsx';
import { GOAL_ICONS } from './goal-icons.ts';

/** Few enough to take in at a glance. */
const SHOWN = 3;
const ICON = 'text-subtle group-hover/question:text-accent-text';

interface DemoQuestionsProps {
  goals: readonly GoalId[];
  onChoose: (goal: GoalId) => void;
}

/** One question for each of the first goals; pressing one sends it. */
export function DemoQuestions({ goals, onChoose }: DemoQuestionsProps) {
  const offered = goals.length > 0 ? goals : GOALS.map(({ id }) => id);
  return (
    <ul className="mt-6 border-t border-hairline">
      {offered.slice(0, SHOWN).map((goal) => (
        <li key={goal} className="border-b border-hairline">
          <button
            type="button"
            className="group/question flex min-h-16 w-full items-center gap-3 rounded-xs py-2 text-start text-note text-pretty transition-[color] hover:text-accent-text"
            onClick={() => onChoose(goal)}
          >
            <Icon icon={GOAL_ICONS[goal]} className={ICON} />
            <span className="min-w-0 flex-1">{demoQuestion(goal)}</span>
            <Icon icon={SendIcon} size="sm" className={ICON} />
          </button>
        </li>
      ))}
    </ul>
  );
}
