import type { DeltaNormalizer } from '../stream/normalize-deltas.ts';
import { readSearch, type WebSearchItem } from './responses-search.ts';
import { stringOf } from './write-content.ts';

/** A tool that a system such as Groq's Compound runs itself. A stream has it twice, the second time with its output. */
export interface ExecutedTool {
  type?: unknown;
  /** JSON, with the `query` of a search. */
  arguments?: unknown;
  output?: unknown;
  search_results?: { results?: unknown } | null;
}

/** Passes on a search with the pages that it found. Ignores other tools. */
export function readExecutedTool(
  { type, output, search_results: found, ...tool }: ExecutedTool,
  deltas: DeltaNormalizer,
) {
  if (!stringOf(type).includes('search')) return;
  const sources = Array.isArray(found?.results) ? found.results.filter(Boolean) : [];
  const action: WebSearchItem['action'] = { query: queryIn(stringOf(tool.arguments)), sources };
  readSearch({ type: 'web_search_call', action }, Boolean(output) || sources.length > 0, deltas);
}

function queryIn(json: string): unknown {
  try {
    return (JSON.parse(json) as { query?: unknown } | null)?.query;
  } catch {
    return undefined;
  }
}
