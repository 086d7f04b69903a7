/** Most characters of one memory. */
export const MAX_MEMORY = 300;
/** Most memories of a user, and characters of all of them. */
export const MAX_MEMORIES = 100;
export const MAX_MEMORIES_LENGTH = 6000;

/** A memory as it is kept: one line without blanks at its ends. */
export function cleanMemory(text: string): string {
  return text.toWellFormed().replaceAll(/\s+/g, ' ').trim();
}
