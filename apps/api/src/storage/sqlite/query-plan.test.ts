import { afterAll, expect, test } from 'vitest';
import { allStatements } from './database.ts';
import { openDatabase } from './sqlite-storage.ts';

/** Lines of a plan that may say SCAN, and why. */
const ALLOWED = new Map([
  ['SCAN CONSTANT ROW', 'no table: a row made of parameters'],
  ['SCAN branch', 'no table: the messages just walked, never more than were asked for or lie before the one that was'],
  ['SCAN replies USING INDEX live_replies_of_user', 'the live replies alone, at the start, when nearly all are wanted'],
]);

const database = openDatabase(':memory:');
afterAll(() => database.close());

test('there are statements to look at', () => {
  expect(allStatements().length).toBeGreaterThan(25);
});

test.each(allStatements().map((sql) => [sql.trim().replace(/\s+/g, ' '), sql]))('reads by an index: %s', (_, sql) => {
  const bad = database
    .explain(sql)
    .filter((line) => !ALLOWED.has(line))
    .filter((line) => /^SCAN|TEMP B-TREE|AUTOMATIC/.test(line));
  expect(bad).toStrictEqual([]);
});

test('the live replies of a user are found by the user, not among those of all', () => {
  const plans = allStatements().map((sql) => database.explain(sql).join('\n'));
  expect(plans.filter((plan) => plan.includes('live_replies_of_user (user_id=?)'))).toHaveLength(1);
});
