import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import './collapsible-text.css';

interface CollapsibleTextProps {
  text: string;
}

const mostLines = 24;
const mostCharacters = 2400;

/** Plain text as it was written. Of a long one only the beginning is there until its reader asks for all of it. */
export function CollapsibleText({ text }: CollapsibleTextProps): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  const end = foldAt(text);
  if (end === undefined) return <div className="collapsible-text">{text}</div>;
  return (
    <div className="collapsible-text">
      <div id={id}>{open ? text : `${text.slice(0, end).trimEnd()}…`}</div>
      <button
        type="button"
        className="collapsible-text__button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Show less' : 'Show all'}
      </button>
    </div>
  );
}

/** Where a long text is cut, at the end of a line or between words where there is one; undefined for one that is not long. */
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
  // Not between the halves of one character.
  return /[\ud800-\udbff]/.test(text[cut - 1] ?? '') ? cut - 1 : cut;
}
