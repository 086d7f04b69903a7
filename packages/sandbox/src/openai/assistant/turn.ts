import type { Hit } from '../../search/find-pages.ts';
import type { CallMessage } from '../request/call.ts';
import type { Document } from './documents/documents-in.ts';

/** The demo assistant's input for one answer. */
export interface Turn {
  /** The question's own words, trimmed. */
  text: string;
  documents: Document[];
  /** Pictures attached to the question. */
  pictures: Uint8Array[];
  /** Hits from a search of the product's pages, best first; null if no search was requested. */
  hits: Hit[] | null;
  /** Earlier messages, oldest first. */
  earlier: CallMessage[];
  /** Epoch milliseconds. */
  now: number;
  /** IANA time zone for dates. */
  timeZone: string;
  productName: string;
}

export interface Answer {
  /** Markdown. */
  text: string;
  /** The steps actually taken; shown as reasoning. */
  steps: string[];
}

/** The normalized question, for rules about short questions; null if longer than `maxLength`. */
export function shortQuestion({ text }: Turn, maxLength: number): string | null {
  if (text.length > maxLength) return null;
  return normalizedQuestion(text);
}

/** Lowercases and single-spaces a question and removes its end punctuation. */
export function normalizedQuestion(text: string): string {
  return text
    .normalize()
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s?=.!]+$/, '');
}

/** Answers one kind of question without a model; returns null for other questions. */
export interface Rule {
  name: string;
  answer: (turn: Turn) => Answer | null;
}
