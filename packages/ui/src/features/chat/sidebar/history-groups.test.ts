import { expect, test } from 'vitest';
import { firstEntries, historyGroups } from './history-groups.ts';

const NOW = new Date(2026, 2, 10, 15, 0);

function at(day: number, hour = 12, pinned = false) {
  return { updatedAt: new Date(2026, 2, day, hour).toISOString(), pinned };
}

function labels(...entries: ReturnType<typeof at>[]): [string, number][] {
  return historyGroups(entries, NOW).map((group) => [group.label, group.entries.length]);
}

test('historyGroups groups by local calendar days, not by elapsed hours', () => {
  expect(labels(at(10, 0), at(9, 23), at(9, 0), at(8, 23))).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['Previous 7 days', 1],
  ]);
});

test('historyGroups ends the week at the seventh day before today', () => {
  expect(labels(at(3, 0), at(2, 23))).toEqual([
    ['Previous 7 days', 1],
    ['Older', 1],
  ]);
});

test('historyGroups puts a conversation dated in the future under Today', () => {
  expect(labels(at(11))).toEqual([['Today', 1]]);
});

test('historyGroups puts pinned conversations first, whatever their date', () => {
  expect(labels(at(10), at(1, 12, true))).toEqual([
    ['Pinned', 1],
    ['Today', 1],
  ]);
});

test('historyGroups returns no empty group', () => {
  expect(labels()).toEqual([]);
});

test('firstEntries cuts the groups to the first entries and drops groups left empty', () => {
  const groups = historyGroups([at(12), at(11), at(1), at(1)], NOW);
  expect(firstEntries(groups, 3).map(({ label, entries }) => [label, entries.length])).toEqual([
    ['Today', 2],
    ['Older', 1],
  ]);
  expect(firstEntries(groups, 2).map(({ label }) => label)).toEqual(['Today']);
});
