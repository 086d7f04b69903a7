import { ChevronRight } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Caret } from '../text/caret.tsx';
import { Icon } from '../icons/icon.tsx';
import { holdView } from './hold-view.ts';

interface ReasoningProps {
  text: string;
  /** Whether it is still streaming. */
  live: boolean;
  startsOpen?: boolean;
}

/** The reasoning before an answer: open as soon as it has text, until the reader closes it. */
export function Reasoning({ text, live, startsOpen = true }: ReasoningProps) {
  const [open, setOpen] = useState(startsOpen);
  const bodyId = useId();
  const label = live ? 'Reasoning...' : open ? 'Hide Reasoning' : 'Show Reasoning';
  return (
    <div className="mb-4 max-w-(--measure)">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={({ currentTarget }) => holdView(currentTarget, () => flushSync(() => setOpen(!open)))}
        className={`-ml-1.5 inline-flex h-7 items-center gap-1.5 rounded-sm pr-2 pl-1 text-ui transition-colors hover:bg-hover hover:text-ink ${live ? 'text-ink' : 'text-muted'}`}
      >
        <Icon
          icon={ChevronRight}
          size="sm"
          className={`text-subtle transition-[rotate] duration-(--base) ${open ? 'rotate-90' : ''}`}
        />
        {label}
      </button>
      <div
        id={bodyId}
        hidden={!open}
        className={`mt-2 ml-1.5 py-0.5 pl-[17px] text-note as-written text-muted ${live ? 'shadow-[inset_2px_0_0_var(--color-line)]' : 'shadow-[inset_1px_0_0_var(--color-edge)]'}`}
      >
        {paragraphs(text).map((paragraph, index, all) => (
          <p key={index} className="not-first:mt-3">
            {headingIn(paragraph) ?? paragraph}
            {live && index === all.length - 1 && <Caret />}
          </p>
        ))}
      </div>
    </div>
  );
}

/**
 * Returns the heading of a paragraph. Models that summarize their reasoning start each part with a bold line, which may
 * be incomplete.
 */
function headingIn(paragraph: string): ReactNode {
  const words = /^\*\*([^*]+)\*{0,2}$/.exec(paragraph)?.[1];
  return words && <b className="font-medium text-ink">{words}</b>;
}

function paragraphs(text: string): string[] {
  return text.trim().split(/\n{2,}/);
}
