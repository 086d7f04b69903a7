import { DEMO_LINE } from './introduction.ts';
import type { Rule } from './turn.ts';

interface Result {
  number: string;
  url: string;
  title: string;
  snippet: string;
}

const MAX_RESULTS = 3;

/** A search result as it precedes a question: its number linked to its page, its title, then an excerpt. */
const RESULT = /^\[(\d+)\]\((https?:\/\/[^\s)]+)\) (.*)\n([^]*?)(?=\n\n\[\d+\]\(|$(?![^]))/gm;

/** Answers from search results that the caller put before the question. */
export const givenResults: Rule = {
  name: 'search results',
  answer: ({ documents }) => {
    const results = documents.flatMap(({ text }) => (text?.startsWith('[1](http') ? resultsIn(text) : []));
    if (results.length === 0) return null;
    const best = results.slice(0, MAX_RESULTS);
    return {
      text: `${DEMO_LINE}

I don’t understand what I read, but a search found these pages for your question:

${best.map(({ number, url, title, snippet }) => `- **${title}**: ${snippet} [${number}](${url})`).join('\n')}`,
      steps: [`Took the first ${best.length} of ${results.length} search results.`],
    };
  },
};

function resultsIn(text: string): Result[] {
  return [...text.matchAll(RESULT)].map(([, number = '', url = '', title = '', snippet = '']) => ({
    number,
    url,
    title: title.trim(),
    snippet: snippet.replace(/\s+/g, ' ').trim(),
  }));
}
