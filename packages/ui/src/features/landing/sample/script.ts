import type { StreamEvent } from '@parley/core';
import { FIRST_QUESTION } from '../first-question.ts';

/** A question, and its reply as stream events. */
export interface ScriptedTurn {
  question: string;
  events: StreamEvent[];
}

const REASONING =
  'The eye moves in jumps, so the words along a line cost little. What costs is finding the next line. Begin there.';

// A footnote's definition comes before its reference, so that its source never shows.
const FIRST = [
  '[^1]: The jumps are called saccades. Each covers seven to nine letters.\n\n',
  ...words('Because of the way back. Your eye does not glide along a line; it jumps, rests, and jumps again.[^1]\n\n'),
  '[^2]: More space between lines helps, which is why long lines need more leading.\n\n',
  ...words(
    '## The return is the hard part\n\nAt the end of a line it has to find the beginning of the next one. The longer the line, the flatter the angle, and the easier it is to land on the wrong one.[^2]\n\n',
  ),
  ...words('Around sixty-six characters the way back is short enough to be certain. You stop noticing the page.'),
];

const SECOND = words(
  'Give the column about **31 rem** and a leading of 1.55. On a phone the screen decides for you, and that is fine.',
);

const SOURCES = [
  'https://en.wikipedia.org/wiki/Line_length',
  'https://en.wikipedia.org/wiki/Saccade',
  'https://practicaltypography.com/line-length.html',
];

export const SCRIPT: ScriptedTurn[] = [
  {
    question: FIRST_QUESTION,
    events: [
      ...words(REASONING).map(reasoning),
      { type: 'reasoning', content: '', status: 'complete' },
      ...FIRST.map(content),
      { type: 'sources', sources: SOURCES },
    ],
  },
  { question: 'So how wide should my blog be?', events: SECOND.map(content) },
];

function content(piece: string): StreamEvent {
  return { type: 'content', content: piece };
}

function reasoning(piece: string): StreamEvent {
  return { type: 'reasoning', content: piece, status: 'streaming' };
}

/** Splits a text into chunks like those that a model streams. */
function words(text: string): string[] {
  return text.match(/\s*\S+(?:\n+|$)?/g) ?? [];
}
