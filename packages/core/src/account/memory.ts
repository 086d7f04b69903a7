/** Maximum characters of one memory. */
export const MAX_MEMORY = 300;
/** Maximum memories of a user, and maximum characters of all of them. */
export const MAX_MEMORIES = 100;
export const MAX_MEMORIES_LENGTH = 6000;

/** Normalizes a memory: one line without spaces at its ends. */
export function cleanMemory(text: string): string {
  return text.toWellFormed().replaceAll(/\s+/g, ' ').trim();
}
