/**
 * Copies a string into its own memory. A substring keeps its whole parent string alive, so substrings kept from a
 * growing text would add up to quadratic memory.
 */
export function detachSubstring(piece: string): string {
  return ` ${piece}`.slice(1);
}
