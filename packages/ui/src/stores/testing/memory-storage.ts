/** An in-memory storage. Pass its map to a second one to simulate a reload. */
export function memoryStorage(items = new Map<string, string>()) {
  return {
    items,
    get: (key: string) => items.get(key) ?? null,
    set: (key: string, value: string) => void items.set(key, value),
    remove: (key: string) => void items.delete(key),
  };
}
