import { afterAll, expect, test } from 'vitest';
import { allStatements } from './database.ts';
import '../create-stores.ts';
import { openDatabase } from './open-database.ts';

/** Plan lines that may say SCAN, and why. */
const ALLOWED = new Map([
  ['SCAN CONSTANT ROW', 'no table: a row made of parameters'],
  ['SCAN wanted VIRTUAL TABLE INDEX 1:', 'no table: the ids asked for'],
  ['SCAN stray_files', 'what a crash left, at the start'],
  ['SCAN hit', 'no table: the hits just found, never more than a page of them'],
  ['SCAN newest', 'no table: some of what matches, never more than is ranked together'],
  ['SCAN search_words VIRTUAL TABLE INDEX 192:M1', 'the words of the one user who searches, who is in what is matched'],
  ['SCAN search_words VIRTUAL TABLE INDEX 0:=', 'one row by its id'],
  ['SCAN search_words VIRTUAL TABLE INDEX 32:M1', 'the words of one project’s files, which are in what is matched'],
  ['SCAN search_counts VIRTUAL TABLE INDEX 259:', 'one word'],
  ['SCAN branch', 'no table: the messages just walked, never more than were asked for or lie before the one that was'],
  ['SCAN feedback USING INDEX feedback_notes', 'the newest of those with words, as many as were asked for'],
  ['SCAN feedback USING INDEX open_reports', 'the newest of the open ones, as many as were asked for'],
  ['SCAN feedback USING COVERING INDEX open_reports', 'the open ones alone, which staff works off'],
  [
    'SCAN deletions USING INDEX unfinished_deletions',
    'those that are not finished alone, at the start and each minute',
  ],
  ['SCAN budgets USING INDEX open_budgets', 'those with running replies alone, when a process died'],
  [
    'SCAN replies USING COVERING INDEX live_replies_of_owner',
    'who owns the live replies: there are no more than replies',
  ],
]);

const database = openDatabase(':memory:');
afterAll(() => database.close());

/** Hits are sorted by rank, which no index can provide. */
const isRanking = (sql: string, line: string) => sql.includes('ORDER BY rank') && line.endsWith('B-TREE FOR ORDER BY');

/** Sorting is fine for the sessions of one user, whose number is bounded. */
const isOfSessions = (sql: string, line: string) =>
  sql.startsWith('\n  DELETE FROM sessions') && line.endsWith('B-TREE FOR ORDER BY');

/** The operator's figures sort the sums of days and accounts, in the reader's thread. */
const isOfSpending = (sql: string, line: string) =>
  sql.includes('FROM spending WHERE day BETWEEN') && (line.startsWith('USE TEMP B-TREE') || line === 'SCAN top');

/** Rows that refer to messages or users are removed first, so those deletions run without foreign key checks. */
function explain(sql: string): string[] {
  const read = () => database.explain(sql);
  return /^DELETE FROM (messages|users)/.test(sql) ? database.withoutForeignKeys(read) : read();
}

test('the modules define statements to check', () => {
  expect(allStatements().length).toBeGreaterThan(25);
});

test.each(allStatements().map((sql) => [sql.trim().replace(/\s+/g, ' '), sql]))(
  'a statement reads by an index: %s',
  (_, sql) => {
    const bad = explain(sql)
      .filter(
        (line) => !ALLOWED.has(line) && !isRanking(sql, line) && !isOfSessions(sql, line) && !isOfSpending(sql, line),
      )
      .filter((line) => /^SCAN|TEMP B-TREE|AUTOMATIC/.test(line));
    expect(bad).toStrictEqual([]);
  },
);

test('a user’s live replies are found by user, not among those of all users', () => {
  const plans = allStatements().map((sql) => database.explain(sql).join('\n'));
  expect(plans.filter((plan) => plan.includes('live_replies_of_user (user_id=?)'))).toHaveLength(1);
});
