import { z } from 'zod';
import type { EmitReply } from '../modes/mode.ts';
import type { SourceList } from '../modes/source-list.ts';
import type { WebSearch } from '../search/web-search.ts';
import type { Tool } from './tool.ts';

const MAX_QUERY = 300;

const Arguments = z.object({ query: z.string().trim().min(1).max(MAX_QUERY) });

/** Searches the web with the server's search service, and adds the pages to the reply's sources. */
export function searchWeb(search: WebSearch, sources: SourceList, emit: EmitReply): Tool<z.infer<typeof Arguments>> {
  return {
    name: 'web_search',
    description: [
      'Searches the web. Use it for what may have changed since your training, such as news, prices and people in office, and for what you do not know.',
      'Cite what you take from a result as [n](url), with its number.',
    ].join(' '),
    schema: Arguments,
    shown: 'web_search',
    limit: 3,
    detailOf: ({ query }) => query,
    async run({ query }, signal) {
      const found = await search.search(query, signal);
      if (found.length === 0) return { text: 'The search found nothing.' };
      const list = found.map(
        ({ url, title, snippet }) => `[${sources.number(url, title)}](${url}) ${title}\n${snippet}`,
      );
      sources.emitChanges(emit);
      return { text: list.join('\n\n'), document: `Web search results for: ${query}`, strangers: 'found' };
    },
  };
}
