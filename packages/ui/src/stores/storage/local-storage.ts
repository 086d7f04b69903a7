import type { KeyValueStorage } from './stored-json.ts';

/**
 * Opens the origin's local storage. If it is forbidden, as in some private windows, or full, a value
 * lasts as long as the page: unsent messages are not lost while the page is open.
 */
export function openLocalStorage(): KeyValueStorage {
  const unkept = new Map<string, string>();
  return {
    get: (key) => unkept.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null,
    set(key, value) {
      unkept.set(key, value);
      attempt(() => {
        localStorage.setItem(key, value);
        unkept.delete(key);
      });
    },
    remove(key) {
      unkept.delete(key);
      attempt(() => localStorage.removeItem(key));
    },
  };
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
