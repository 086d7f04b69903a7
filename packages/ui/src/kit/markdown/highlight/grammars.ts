import type { BlockHighlight } from './block-highlight.ts';

const known = new Map<string, Promise<(() => BlockHighlight) | undefined>>();
const loaded = new Map<string, () => BlockHighlight>();

/** Creates the highlighter of a block in this language if its grammar is already loaded. */
export function startedHighlight(language: string | undefined): BlockHighlight | undefined {
  return language === undefined ? undefined : loaded.get(language)?.();
}

/**
 * Loads a language's highlighter; undefined if the language is unknown or the load fails. The code then stays plain.
 */
export function loadHighlight(language: string): Promise<(() => BlockHighlight) | undefined> {
  const loading = known.get(language) ?? load(language);
  known.set(language, loading);
  return loading;
}

async function load(language: string): Promise<(() => BlockHighlight) | undefined> {
  try {
    const [{ loadGrammar }, block] = await Promise.all([import('./load-grammar.ts'), import('./block-highlight.ts')]);
    const grammar = await loadGrammar(language);
    if (!grammar) return undefined;
    const start = (): BlockHighlight => new block.BlockHighlight(grammar);
    loaded.set(language, start);
    return start;
  } catch {
    // The chunk did not load; the next block of this language tries again.
    known.delete(language);
    return undefined;
  }
}
