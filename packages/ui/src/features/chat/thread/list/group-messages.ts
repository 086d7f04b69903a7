const TURNS_OF_A_GROUP = 50;

/**
 * Splits a thread's message keys into groups. A message never changes its group: older messages form new groups at the
 * start, newer ones fill the last group or start another. An unchanged group is the same array.
 */
export function groupMessages(keys: readonly string[], before: readonly (readonly string[])[]): string[][] {
  const begins = new Set(before.map(([first]) => first));
  const known = new Set(before.flat());
  const isKnown = keys.findIndex((key) => known.has(key));
  const earlier = isKnown === -1 ? keys.length : isKnown;
  const groups: string[][] = [];
  for (const [place, key] of keys.entries()) {
    const last = groups.at(-1);
    const isFull = last?.length === TURNS_OF_A_GROUP && !known.has(key);
    // Counted from the end, so that only the first new group can be smaller.
    const isBoundary = place < earlier ? (earlier - place) % TURNS_OF_A_GROUP === 0 : begins.has(key) || isFull;
    if (!last || isBoundary || place === earlier) groups.push([key]);
    else last.push(key);
  }
  const same = new Map(before.map((group) => [group[0], group]));
  return groups.map((group) => {
    const was = same.get(group[0]);
    return was?.length === group.length && was.every((key, place) => key === group[place]) ? (was as string[]) : group;
  });
}
