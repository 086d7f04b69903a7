/** Name of the database with recordings that were not transcribed yet. */
export const RECORDINGS_DATABASE = 'parley-recordings';

/** Deletes all recordings on this device. Has no imports, so that it runs without loading a chunk. */
export function deleteRecordings(): void {
  try {
    indexedDB.deleteDatabase(RECORDINGS_DATABASE);
  } catch {
    // Without a database nothing was stored.
  }
}
