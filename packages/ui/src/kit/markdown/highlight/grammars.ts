import type { BlockHighlight } from './block-highlight.ts';

const known = new Map<string, Promise<(() => BlockHighlight) | undefined>>();
const loaded = new Map<string, () => BlockHighlight>();

/** What begins the colours of a block in this language, if it is here already. */
export function startedHighlight(language: string | undefined): BlockHighlight | undefined {
  return language === undefined ? undefined : loaded.get(language)?.();
}

/** Fetches what colours a language; nothing for one that is not known, or that does not come: the code stays readable. */
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
    known.delete(language);
    return undefined;
  }
}
