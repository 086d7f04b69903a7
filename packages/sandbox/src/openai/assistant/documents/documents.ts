import { isCommon, rank, words } from '../../../search/rank.ts';
import { sentences } from '../../../search/sentences.ts';
import { documentsIn, type Document } from './documents-in.ts';
import { DEMO_LINE } from '../introduction.ts';
import { formatNumber } from '../calculation/numbers.ts';
import type { Answer, Rule, Turn } from '../turn.ts';

interface Sentence {
  text: string;
  document: string;
  /** Null if the text has no page marks. */
  page: number | null;
}

const MAX_QUOTES = 3;
const MAX_QUOTE_LENGTH = 400;
const OPENING_LENGTH = 600;

const PAGE_MARK = /\[page (\d+)\]/i;
const PAGE_MARKS = new RegExp(PAGE_MARK, 'gi');

/** Words that ask about a document as a whole. */
const ABOUT_THE_WHOLE =
  /\b(?:summar\w*|tl;?dr|overview|attached|attachment|document|file|pdf|text|zusammenfass\w*|résum\w*|resum\w*)\b/giu;

/** Answers from the documents attached to the question. */
export const attachedDocuments: Rule = {
  name: 'attached documents',
  answer: ({ documents, text }) => {
    if (documents.length === 0) return null;
    return quotes(documents, text.replace(ABOUT_THE_WHOLE, ' ')) ?? openings(documents);
  },
};

/** Answers from earlier attachments that share words with the question. */
export const earlierDocuments: Rule = {
  name: 'documents from before',
  answer: ({ earlier, text }: Turn) => {
    const last = earlier.map((message) => documentsIn(message).documents).findLast((found) => found.length > 0);
    return last ? quotes(last, text) : null;
  },
};

function quotes(documents: Document[], asked: string): Answer | null {
  const all = documents.flatMap(sentencesOf);
  const best = rank(asked, all, ({ text }) => text).slice(0, MAX_QUOTES);
  if (best.length === 0) return null;
  const shared = [...new Set(best.flatMap((found) => found.shared))];
  const blocks = best.map(({ item }) => `> ${escaped(cutTo(item.text, MAX_QUOTE_LENGTH))}\n>\n> — ${placeOf(item)}`);
  return {
    text: `${DEMO_LINE}

I don’t understand documents, but I can look up words in them. ${best.length === 1 ? 'This sentence has' : 'These sentences have'} the rarest words of your question (${shared.map((word) => `*${word}*`).join(', ')}):

${blocks.join('\n\n')}${notes(documents)}`,
    steps: [
      `Read ${all.length} ${all.length === 1 ? 'sentence' : 'sentences'} of ${documents.map(({ name }) => name).join(', ')}.`,
      `Looked for: ${words(asked)
        .filter((word) => !isCommon(word))
        .join(', ')}.`,
    ],
  };
}

function openings(documents: Document[]): Answer {
  const parts = documents.map((document) => {
    const { name, text, pages } = document;
    if (text === null) {
      const counted =
        pages === null ? 'How many pages it has is packed away in it.' : `It has ${count(pages, 'page')}.`;
      return `**${escaped(name)}** came as a whole PDF. ${counted} I don’t read the pages themselves.`;
    }
    const own = text.replace(PAGE_MARKS, '').trim();
    const counts = [
      pages === null ? null : count(pages, 'page'),
      count(own.split('\n').filter((line) => line.trim() !== '').length, 'line'),
      count(words(own).length, 'word'),
      count(own.length, 'character'),
    ].filter((part) => part !== null);
    const opening = sentencesOf(document)
      .slice(0, 6)
      .map((sentence) => sentence.text)
      .join(' ');
    const begins =
      opening === '' ? 'It contains no text.' : `It begins:\n\n> ${escaped(cutTo(opening, OPENING_LENGTH))}`;
    return `**${escaped(name)}** has ${counts.join(', ')}. ${begins}`;
  });
  return {
    text: `${DEMO_LINE}

${parts.join('\n\n')}${notes(documents)}

Ask about something specific, and I’ll quote the sentences that share its words.`,
    steps: [`Counted what is in ${documents.map(({ name }) => name).join(', ')}.`],
  };
}

/** Notes for the reader about incomplete texts. */
function notes(documents: Document[]): string {
  const cut = documents.filter((document) => document.cut !== null && document.cut !== 'false');
  return cut.map(({ name }) => `\n\nOnly a part of **${escaped(name)}** was sent to me.`).join('');
}

function sentencesOf({ name, text }: Document): Sentence[] {
  let page: number | null = null;
  // Splitting at the marks gives text, number, text, number and so on.
  return (text ?? '').split(PAGE_MARK).flatMap((piece, index) => {
    if (index % 2 === 0) return sentences(piece).map((sentence) => ({ text: sentence, document: name, page }));
    page = Number(piece);
    return [];
  });
}

function placeOf({ document, page }: Sentence): string {
  return page === null ? `**${escaped(document)}**` : `**${escaped(document)}**, page ${page}`;
}

function cutTo(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/\s+\S*$/, '')}…`;
}

function count(number: number, unit: string): string {
  return `${formatNumber(number)} ${number === 1 ? unit : `${unit}s`}`;
}

/** Escapes quoted text, so that Markdown shows it literally. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~$]/g, '\\$&');
}
