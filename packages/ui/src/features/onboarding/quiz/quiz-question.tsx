import type { QUIZ } from '@parley/core';
import { useRef, type KeyboardEvent } from 'react';
import { DoneIcon } from '../../../kit/icons/icons.ts';
import { Icon } from '../../../kit/icons/icon.tsx';
import { CHOICE } from '../choice.ts';
import { stepTo } from '../step-to.ts';

type Question = (typeof QUIZ)[number];

interface QuizQuestionProps {
  question: Question;
  /** The given answer, which is final. */
  given: string | undefined;
  onAnswer: (answer: Question['answers'][number]['id']) => void;
}

/** The answers to one question. Arrow keys move the focus without choosing, since an answer is final. */
export function QuizQuestion({ question, given, onAnswer }: QuizQuestionProps) {
  const group = useRef<HTMLDivElement>(null);
  const walk = (event: KeyboardEvent) => {
    const answers = [...(group.current?.querySelectorAll('button') ?? [])];
    const at = answers.findIndex((answer) => answer === document.activeElement);
    const to = at === -1 ? null : stepTo(event.key, at, answers.length, document.dir === 'rtl');
    if (to === null) return;
    answers[to]?.focus();
    event.preventDefault();
  };
  return (
    <div ref={group} role="radiogroup" aria-label={question.text} className="mt-6 grid gap-2">
      {question.answers.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          role="radio"
          aria-checked={id === given}
          disabled={given !== undefined && id !== given}
          data-chosen={id === given ? '' : undefined}
          className={CHOICE.row}
          onKeyDown={walk}
          onClick={() => given === undefined && onAnswer(id)}
        >
          {label}
          <Icon icon={DoneIcon} size="sm" className={CHOICE.tick} />
        </button>
      ))}
    </div>
  );
}
