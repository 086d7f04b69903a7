/** Name of the database with the cached conversations. */
export const CACHE_DATABASE = 'parley';

/** Deletes all cached conversations on this device. Has no imports, so that it runs without loading a chunk. */
export function deleteConversationCache(): void {
  try {
    indexedDB.deleteDatabase(CACHE_DATABASE);
  } catch {
    // Without a database nothing was cached.
  }
}
