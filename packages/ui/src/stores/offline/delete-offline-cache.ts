/** The database in which conversations are kept for reading without a network. */
export const SHELF = 'parley';

/** Throws away all that is kept on this device, whoever it is of. Needs nothing that would have to be loaded first. */
export function clearShelf(): void {
  try {
    indexedDB.deleteDatabase(SHELF);
  } catch {
    // Where there is no database, nothing was kept.
  }
}
