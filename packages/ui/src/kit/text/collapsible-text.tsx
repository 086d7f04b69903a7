import { t } from '@parley/core';
import { useId, type ReactNode } from 'react';
import { useFold } from '../hooks/use-fold.ts';

interface CollapsibleTextProps {
  text: string;
}

/** Quotes find the text by its first class. */
const TEXT = 'collapsible-text as-written';
const mostLines = 24;
const mostCharacters = 2400;

/** Preformatted plain text. A long one shows only its beginning until the reader expands it. */
export function CollapsibleText({ text }: CollapsibleTextProps): ReactNode {
  const [open, setOpen] = useFold(false);
  const id = useId();
  const end = foldAt(text);
  if (end === undefined) return <div className={TEXT}>{text}</div>;
  return (
    <div className={TEXT}>
      {/* The direction of each line is not inherited. */}
      <div id={id} className="as-written">
        {open ? text : `${text.slice(0, end).trimEnd()}…`}
      </div>
      <button
        type="button"
        className="mt-1 h-7 text-sm font-medium text-accent-text hover:underline hover:underline-offset-3"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? t`Show less` : t`Show all`}
      </button>
    </div>
  );
}

/** Index at which a long text is cut, at a line end or between words if possible; undefined for a short one. */
function foldAt(text: string): number | undefined {
  let end = -1;
  for (let lines = 0; lines < mostLines; lines += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) break;
  }
  const isLong = text.length > mostCharacters || (end >= 0 && text.slice(end).trim() !== '');
  if (!isLong) return undefined;
  if (end >= 0 && end <= mostCharacters) return end;
  const space = text.slice(0, mostCharacters).search(/\s\S*$/);
  const cut = space > mostCharacters - 100 ? space : mostCharacters;
  // Do not split a surrogate pair.
  return /[\ud800-\udbff]/.test(text[cut - 1] ?? '') ? cut - 1 : cut;
}
