import { t } from '@parley/core';
import { createContext, useContext, useId, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { FootnoteBody } from './footnote-body.tsx';
import { Footnotes } from './footnotes.ts';
import './footnote.css';

/** The footnotes of the surrounding reply. */
export const FootnotesContext = createContext(new Footnotes());

interface FootnoteReferenceProps {
  label: string;
  /** The label as the reply spells it. */
  written: string;
  /** True for the reply's first reference to this footnote; only that one renders the footnote in the margin. */
  first: boolean;
}

/** A footnote's number, followed by the footnote: in the margin if there is room, otherwise expandable in place. */
export function FootnoteReference({ label, written, first }: FootnoteReferenceProps): ReactNode {
  const footnotes = useContext(FootnotesContext);
  const footnote = useSyncExternalStore(
    footnotes.subscribe,
    () => footnotes.get(label),
    () => footnotes.get(label),
  );
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!footnote?.number) return <span className="footnote-written">{`[^${written}]`}</span>;
  return (
    <>
      <button
        type="button"
        className="footnote-ref"
        aria-label={t`Note ${footnote.number}`}
        aria-expanded={open}
        aria-controls={footnote.content && id}
        onClick={() => setOpen(!open)}
      >
        <span>{footnote.number}</span>
      </button>
      {footnote.content && (
        <span
          className={`footnote${first ? '' : ' footnote--again'}${open ? ' footnote--open' : ''}`}
          role="note"
          id={id}
        >
          <b>{footnote.number}</b>
          <FootnoteBody content={footnote.content} />
        </span>
      )}
    </>
  );
}
