import type { Hit } from '../../search/find-pages.ts';
import type { CallMessage } from '../call.ts';
import type { Document } from './documents-in.ts';

/** What the demo assistant is asked. */
export interface Turn {
  /** The question's own words, trimmed. */
  text: string;
  documents: Document[];
  /** Pictures that came with the question. */
  pictures: Uint8Array[];
  /** What a search of the product's pages found, best first; null where no search was asked for. */
  hits: Hit[] | null;
  /** What came before it, oldest first. */
  earlier: CallMessage[];
  /** Epoch milliseconds. */
  now: number;
  /** IANA name of the zone that dates are told in. */
  timeZone: string;
  productName: string;
}

export interface Answer {
  /** Markdown. */
  text: string;
  /** What was really done to find it; shown as the thinking. */
  steps: string[];
}

/** The question, normalized, for rules that know short questions; null when it is longer than `maxLength`. */
export function shortQuestion({ text }: Turn, maxLength: number): string | null {
  if (text.length > maxLength) return null;
  return normalizedQuestion(text);
}

/** In lower case, single-spaced and without what ends a sentence. */
export function normalizedQuestion(text: string): string {
  return text
    .normalize()
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[\s?=.!]+$/, '');
}

/** One kind of question that can be answered without a model; null where it is not of this kind. */
export interface Rule {
  name: string;
  answer: (turn: Turn) => Answer | null;
}
