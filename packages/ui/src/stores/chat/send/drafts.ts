import { readStoredTexts, writeStored, type KeyValueStorage } from '../../storage/stored-json.ts';

/** Unsent text by conversation id. */
export type Drafts = Record<string, string>;

/**
 * Stores one draft and leaves the other stored ones, which another tab may have changed. An empty one removes only what
 * this tab had `shown`: anything else was typed in another tab.
 */
export function storeDraft(storage: KeyValueStorage, key: string, id: string, text: string, shown?: string): void {
  const stored = readStoredTexts(storage, key);
  if (text !== '' || stored[id] === shown) writeStored(storage, key, withDraft(stored, id, text));
}

/** Returns the drafts with one changed. */
export function withDraft(drafts: Drafts, id: string, text: string): Drafts {
  const { [id]: _, ...rest } = drafts;
  return text === '' ? rest : { ...rest, [id]: text };
}

/** Combines a restored text with what the user typed meanwhile. */
export function prependToDraft(text: string, typed: string): string {
  if (typed === '' || typed === text) return text;
  return `${text}\n\n${typed}`;
}
