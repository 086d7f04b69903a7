import type { Hit } from '../../search/find-pages.ts';
import { DEMO_LINE } from './introduction.ts';
import type { Rule } from './turn.ts';

const MAX_HITS = 3;

/** Answers from search hits with a link to each, as models with built-in search do. */
export const webSearch: Rule = {
  name: 'web search',
  answer: ({ hits, productName }) => {
    if (!hits) return null;
    const known = `${productName}’s own pages, the only ones that I can search`;
    if (hits.length === 0) {
      return {
        text: `${DEMO_LINE}\n\nI searched ${known}, and none of them has the words of your question. Connect a model to search the web.`,
        steps: ['Searched the product’s own pages.', 'Found nothing.'],
      };
    }
    const best = hits.slice(0, MAX_HITS);
    return {
      text: `${DEMO_LINE}\n\nI searched ${known}. What they say about it:\n\n${best.map(cited).join('\n')}`,
      steps: ['Searched the product’s own pages.', `Found ${best.map(({ title }) => title).join(', ')}.`],
    };
  },
};

function cited({ url, title, snippet }: Hit): string {
  // The real service adds a tracking parameter to its links.
  const marked = new URL(url);
  marked.searchParams.set('utm_source', 'openai');
  return `- ${snippet} ([${title.replace(/[[\]]/g, '')}](${marked.href}))`;
}
