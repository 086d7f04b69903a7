/** An element of a picture that draws others again: the ids of its ancestors, and of those elements. */
export interface Reference {
  within: string[];
  targets: string[];
}

/** The longest chain of references that is followed. A longer one counts as endless, like a circle. */
const LONGEST_CHAIN = 100;

/**
 * How many elements a browser draws when it follows every reference. Ten references to ten references to ten elements
 * are a thousand.
 */
export function countDrawn(elements: Reference[]): number {
  const contents = new Map<string, Reference[]>();
  for (const element of elements) {
    for (const id of new Set(element.within)) {
      const before = contents.get(id);
      if (before) before.push(element);
      else contents.set(id, [element]);
    }
  }
  const counts = new Map<string, number>();
  const count = (drawn: Reference[], chain: number): number => {
    let sum = drawn.length;
    for (const { targets } of drawn) for (const id of targets) sum += countOf(id, chain + 1);
    return sum;
  };
  const countOf = (id: string, chain: number): number => {
    if (chain > LONGEST_CHAIN) return Infinity;
    const known = counts.get(id);
    if (known !== undefined) return known;
    counts.set(id, Infinity);
    const drawn = count(contents.get(id) ?? [], chain);
    counts.set(id, drawn);
    return drawn;
  };
  return count(elements, 0);
}
