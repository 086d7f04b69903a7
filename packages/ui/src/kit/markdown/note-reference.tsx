import { createContext, useContext, useId, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { NoteBody } from './note-body.tsx';
import { Notes } from './notes.ts';
import './note.css';

/** The notes of the reply around. */
export const NotesContext = createContext(new Notes());

interface NoteReferenceProps {
  label: string;
  /** The label as the reply spells it. */
  written: string;
  /** True for the reply's first reference to this note: only that one carries the note into the margin. */
  first: boolean;
}

/** A footnote's number, and after it the note: in the margin where there is room, else opened in place by the number. */
export function NoteReference({ label, written, first }: NoteReferenceProps): ReactNode {
  const notes = useContext(NotesContext);
  const note = useSyncExternalStore(
    notes.subscribe,
    () => notes.get(label),
    () => notes.get(label),
  );
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!note?.number) return `[^${written}]`;
  return (
    <>
      <button
        type="button"
        className="note-ref"
        aria-label={`Note ${note.number}`}
        aria-expanded={open}
        aria-controls={note.content && id}
        onClick={() => setOpen(!open)}
      >
        {note.number}
      </button>
      {note.content && (
        <span className={`note${first ? '' : ' note--again'}${open ? ' is-open' : ''}`} role="note" id={id}>
          <b>{note.number}</b>
          <NoteBody content={note.content} />
        </span>
      )}
    </>
  );
}
