import { t } from '@parley/core';

export interface HistoryGroup<T> {
  label: string;
  entries: T[];
}

/**
 * Groups conversations, newest first: the pinned ones, then the others by day of the reader's local calendar. Omits
 * empty groups.
 */
export function historyGroups<T extends { updatedAt: string; pinned: boolean }>(
  conversations: T[],
  now: Date,
): HistoryGroup<T>[] {
  const groups: (HistoryGroup<T> & { from: number })[] = [
    { label: t`Pinned`, from: Infinity, entries: [] },
    { label: t`Today`, from: midnight(now, 0), entries: [] },
    { label: t`Yesterday`, from: midnight(now, 1), entries: [] },
    { label: t`Previous 7 days`, from: midnight(now, 7), entries: [] },
    { label: t`Older`, from: -Infinity, entries: [] },
  ];
  for (const conversation of conversations) {
    const time = conversation.pinned ? Infinity : Date.parse(conversation.updatedAt);
    groups.find((group) => time >= group.from)?.entries.push(conversation);
  }
  return groups.filter((group) => group.entries.length > 0).map(({ label, entries }) => ({ label, entries }));
}

/** Cuts groups to their first `count` entries in total. */
export function firstEntries<T>(groups: HistoryGroup<T>[], count: number): HistoryGroup<T>[] {
  let left = count;
  return groups.flatMap(({ label, entries }) => {
    const first = entries.slice(0, left);
    left -= first.length;
    return first.length > 0 ? { label, entries: first } : [];
  });
}

/** Midnight of the day `daysAgo` days ago, in local time. Counts by the calendar, since a day may have 23 hours. */
function midnight(now: Date, daysAgo: number): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime();
}
