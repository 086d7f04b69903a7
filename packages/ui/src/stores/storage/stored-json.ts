import type { Platform } from '../../platform.ts';

export type KeyValueStorage = Platform['storage'];

/** Reads a stored object; empty if missing or damaged. Validate each entry: an older version may have written it. */
export function readStored(storage: KeyValueStorage, key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(storage.get(key) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The texts of a stored object, by key. */
export function readStoredTexts(storage: KeyValueStorage, key: string): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(readStored(storage, key))) {
    if (typeof value === 'string') texts[name] = value;
  }
  return texts;
}

/** Stores an object, or removes the key if the object is empty. */
export function writeStored(storage: KeyValueStorage, key: string, value: Record<string, unknown>): void {
  if (Object.keys(value).length === 0) storage.remove(key);
  else storage.set(key, JSON.stringify(value));
}
