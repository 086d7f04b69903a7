import { t } from '@parley/core';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { ProblemLine } from '../notices/problem-line.tsx';
import { LOCALE } from '../text/format/locale.ts';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  label: string;
  /** What to write there, below the label. */
  hint?: ReactNode;
  value: string;
  /** Most characters. Longer text can be typed, so that a paste can be shortened here. */
  limit: number;
}

/** A labeled box for several lines that grows with its text and counts the characters near their limit. */
export function TextArea({ label, hint, value, limit, ...props }: TextAreaProps) {
  const id = useId();
  const isTooLong = value.length > limit;
  const isCounted = value.length > limit * 0.8;
  const described = [...(hint === undefined ? [] : [`${id}hint`]), ...(isCounted ? [`${id}count`] : [])];
  const count = t`${value.length.toLocaleString(LOCALE)} of ${limit.toLocaleString(LOCALE)} characters`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <label htmlFor={id} className="justify-self-start font-medium">
        {label}
      </label>
      {hint !== undefined && (
        <p id={`${id}hint`} className="text-sm text-pretty text-muted">
          {hint}
        </p>
      )}
      <textarea
        {...props}
        id={id}
        dir="auto"
        value={value}
        aria-invalid={isTooLong || undefined}
        aria-describedby={described.join(' ') || undefined}
        className="scrollbar-quiet field-sizing-content max-h-64 min-h-24 w-full resize-none rounded-sm border border-control bg-raised px-3 py-2 text-body leading-6 focus-visible:border-focus focus-visible:-outline-offset-1 aria-invalid:border-danger"
      />
      {isTooLong ? (
        <ProblemLine id={`${id}count`}>{t`${count}. Shorten it to save it.`}</ProblemLine>
      ) : (
        isCounted && (
          <p id={`${id}count`} className="text-sm text-subtle">
            {count}
          </p>
        )
      )}
    </div>
  );
}
