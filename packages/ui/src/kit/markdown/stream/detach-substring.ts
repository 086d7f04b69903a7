/**
 * The same text in memory of its own. A piece that was cut out keeps all of the text alive that it was cut from, and
 * pieces that are cut from a growing text, and kept, add up to its square.
 */
export function detachSubstring(piece: string): string {
  return ` ${piece}`.slice(1);
}
