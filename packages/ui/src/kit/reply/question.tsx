import type { ComponentProps } from 'react';

/** The bubble around the user's own text. */
export function Question(props: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      data-question
      className="scroll-mt-4 rounded-lg bg-bubble px-4 py-2.5 text-body leading-[1.55] as-written text-pretty touch:select-none touch:[-webkit-touch-callout:none]"
    />
  );
}
