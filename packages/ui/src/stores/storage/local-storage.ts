import { attempt } from './attempt.ts';
import type { KeyValueStorage } from './stored-json.ts';

/**
 * Opens the origin's local storage. If it is forbidden, as in some private windows, or full, a value
 * lasts as long as the page: unsent messages are not lost while the page is open.
 */
export function openLocalStorage(): KeyValueStorage {
  const inMemory = new Map<string, string>();
  return {
    get: (key) => inMemory.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null,
    set(key, value) {
      inMemory.set(key, value);
      attempt(() => {
        localStorage.setItem(key, value);
        inMemory.delete(key);
      });
    },
    remove(key) {
      inMemory.delete(key);
      attempt(() => localStorage.removeItem(key));
    },
  };
}
