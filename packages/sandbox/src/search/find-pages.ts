import type { Page } from './pages.ts';
import { rank } from './rank.ts';
import { sentences } from './sentences.ts';

export interface Hit {
  url: string;
  title: string;
  /** The best matching sentences of the page, in page order. */
  snippet: string;
  /** Above 0; the best hit comes first. */
  score: number;
}

const SNIPPET_SENTENCES = 2;

export type FindPages = (query: string) => Hit[];

/** Creates a search over these pages, by the words they share with a query. */
export function pageFinder(pages: Page[]): FindPages {
  return (query) =>
    rank(query, pages, ({ title, text }) => `${title}. ${text}`).map(({ item: { url, title, text }, score }) => ({
      url,
      title,
      snippet: snippet(query, sentences(text)),
      score: Math.round(score * 100) / 100,
    }));
}

function snippet(query: string, all: string[]): string {
  const best = rank(query, all, (sentence) => sentence).slice(0, SNIPPET_SENTENCES);
  const chosen = best.length > 0 ? best.map(({ item }) => item) : all.slice(0, SNIPPET_SENTENCES);
  return all.filter((sentence) => chosen.includes(sentence)).join(' ');
}
