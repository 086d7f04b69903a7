import type { KeyValueStorage } from '../storage/stored-json.ts';
import { UNFINISHED_KEY } from './unfinished-key.ts';

export function isUnfinished(storage: KeyValueStorage, conversationId: string): boolean {
  return storage.get(UNFINISHED_KEY)?.includes(conversationId) === true;
}

/** Adds a conversation to those with an unfinished dictation, or removes it. */
export function changeUnfinished(storage: KeyValueStorage, conversationId: string, isUnfinished: boolean): void {
  const others = (storage.get(UNFINISHED_KEY) ?? '').split(' ').filter((id) => id !== '' && id !== conversationId);
  const ids = isUnfinished ? [...others, conversationId] : others;
  if (ids.length > 0) storage.set(UNFINISHED_KEY, ids.join(' '));
  else storage.remove(UNFINISHED_KEY);
}
