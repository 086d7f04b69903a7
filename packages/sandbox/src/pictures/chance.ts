import { createHash } from 'node:crypto';

/** Pseudorandom numbers, seeded with words or bytes. */
export interface Chance {
  /** From 0 up to, but not including, 1. */
  next: () => number;
  pick: <Item>(from: readonly [Item, ...Item[]]) => Item;
}

export function chanceFrom(...seeds: (string | Uint8Array)[]): Chance {
  const hash = createHash('sha256');
  for (const seed of seeds) hash.update(seed).update('\0');
  let state = hash.digest().readUInt32LE();
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return { next, pick: (from) => from[Math.floor(next() * from.length)] ?? from[0] };
}
