import { BookOpen, ChevronRight, Copy, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../kit/icon.tsx';

/** What an answer looks like: a page that rises out of the fold and is cut by it. A picture made of text, without behaviour. */
export function Specimen() {
  return (
    <div
      role="img"
      aria-label="A sample conversation about the length of a line"
      className="grid h-130 content-start gap-x-8 overflow-hidden rounded-t-lg bg-surface px-5 pt-5 text-note leading-[1.65] shadow-dialog md:grid-cols-[minmax(0,1fr)_9.5rem] md:px-8 md:pt-8 md:max-lg:h-99 lg:h-160 [&>*]:col-start-1"
    >
      <Question>Why does a long line of text tire the eye?</Question>
      <p className="mt-6 mb-3 -ml-1.5 flex h-7 items-center gap-1.5 pl-1 text-ui text-muted">
        <Icon icon={ChevronRight} size="sm" className="text-subtle" />
        Show Reasoning
      </p>
      <div className="relative">
        <p>
          Because of the way back. Your eye does not glide along a line; it jumps, rests, and jumps again.
          <NoteNumber>1</NoteNumber>
        </p>
        <Note number="1">The jumps are called saccades. Each covers seven to nine letters.</Note>
      </div>
      <p className="mt-8 text-[1.1875rem] leading-[1.625rem] font-strong tracking-tight">The return is the hard part</p>
      <div className="relative mt-2">
        <p>
          At the end of a line it has to find the beginning of the next one. The longer the line, the flatter the angle,
          and the easier it is to land on the wrong one.
          <NoteNumber>2</NoteNumber>
        </p>
        <Note number="2">More space between lines helps, which is why long lines need more leading.</Note>
      </div>
      <p className="mt-4">
        Around sixty-six characters the way back is short enough to be certain. You stop noticing the page.
      </p>
      <p className="mt-3 -ml-[7px] flex h-8 items-center gap-0.5 text-sm font-medium text-muted">
        <span className="grid size-8 place-items-center">
          <Icon icon={Copy} size="sm" />
        </span>
        <span className="grid size-8 place-items-center">
          <Icon icon={RotateCw} size="sm" />
        </span>
        <span className="mx-1.5 h-4 w-px bg-edge" />
        <span className="flex items-center gap-1.5 px-2">
          <Icon icon={BookOpen} size="sm" />
          Sources (3)
        </span>
      </p>
      <Question className="mt-8">So how wide should my blog be?</Question>
      <p className="mt-6">
        Give the column about <strong className="font-strong">31 rem</strong> and a leading of 1.55. On a phone the
        screen decides for you, and that is
        <span className="ml-[3px] inline-block h-[1.15em] w-0.5 animate-caret rounded-[1px] bg-line align-[-0.2em] still:animate-none" />
      </p>
    </div>
  );
}

function Question({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <p className={`flex justify-end ${className}`}>
      <span className="rounded-lg bg-bubble px-4 py-2.5 leading-[1.55]">{children}</span>
    </p>
  );
}

function NoteNumber({ children }: { children: ReactNode }) {
  return (
    <span className="px-0.5 align-[0.5em] text-[0.6875em] leading-0 font-strong text-accent-text tabular-nums">
      {children}
    </span>
  );
}

function Note({ number, children }: { number: string; children: ReactNode }) {
  return (
    <p className="mt-2.5 pl-3 text-xs leading-4.5 text-muted max-md:shadow-[inset_2px_0_0_var(--line)] md:absolute md:top-[3px] md:left-[calc(100%+2rem)] md:mt-0 md:w-38 md:pl-0">
      <b className="mr-1 font-strong text-accent-text tabular-nums">{number}</b>
      {children}
    </p>
  );
}
