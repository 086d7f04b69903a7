export interface HistoryGroup<T> {
  label: 'Pinned' | 'Today' | 'Yesterday' | 'Previous 7 days' | 'Older';
  entries: T[];
}

/**
 * Conversations, newest first: the pinned ones, then the others under the days of the reader's own calendar. Groups
 * without an entry are left out.
 */
export function historyGroups<T extends { updatedAt: string; pinned: boolean }>(
  conversations: T[],
  now: Date,
): HistoryGroup<T>[] {
  const groups: (HistoryGroup<T> & { from: number })[] = [
    { label: 'Pinned', from: Infinity, entries: [] },
    { label: 'Today', from: midnight(now, 0), entries: [] },
    { label: 'Yesterday', from: midnight(now, 1), entries: [] },
    { label: 'Previous 7 days', from: midnight(now, 7), entries: [] },
    { label: 'Older', from: -Infinity, entries: [] },
  ];
  for (const conversation of conversations) {
    const time = conversation.pinned ? Infinity : Date.parse(conversation.updatedAt);
    groups.find((group) => time >= group.from)?.entries.push(conversation);
  }
  return groups.filter((group) => group.entries.length > 0).map(({ label, entries }) => ({ label, entries }));
}

/** The first so many entries of these groups, in their groups. */
export function firstEntries<T>(groups: HistoryGroup<T>[], count: number): HistoryGroup<T>[] {
  let left = count;
  return groups.flatMap(({ label, entries }) => {
    const first = entries.slice(0, left);
    left -= first.length;
    return first.length > 0 ? { label, entries: first } : [];
  });
}

/** The beginning of a day some days ago, in local time; counted by the calendar, so that a day may have 23 hours. */
function midnight(now: Date, daysAgo: number): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime();
}
