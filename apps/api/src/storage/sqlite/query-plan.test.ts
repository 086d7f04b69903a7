import { afterAll, expect, test } from 'vitest';
import { allStatements } from './database.ts';
import './create-stores.ts';
import { openDatabase } from './open-database.ts';

/** Lines of a plan that may say SCAN, and why. */
const ALLOWED = new Map([
  ['SCAN CONSTANT ROW', 'no table: a row made of parameters'],
  ['SCAN wanted VIRTUAL TABLE INDEX 1:', 'no table: the ids asked for'],
  ['SCAN stray_files', 'what a crash left, at the start'],
  ['SCAN hit', 'no table: the hits just found, never more than a page of them'],
  ['SCAN newest', 'no table: some of what matches, never more than is ranked together'],
  ['SCAN search_words VIRTUAL TABLE INDEX 192:M1', 'the words of the one user who searches, who is in what is matched'],
  ['SCAN search_words VIRTUAL TABLE INDEX 0:=', 'one row by its id'],
  ['SCAN branch', 'no table: the messages just walked, never more than were asked for or lie before the one that was'],
  ['SCAN deletions USING INDEX unfinished_deletions', 'those that a crash left undone alone, at the start'],
  [
    'SCAN replies USING COVERING INDEX live_replies_of_owner',
    'who owns the live replies: there are no more than replies',
  ],
]);

const database = openDatabase(':memory:');
afterAll(() => database.close());

/** What is found is put in order by how well it fits, which no index can know. */
const isRanking = (sql: string, line: string) => sql.includes('ORDER BY rank') && line.endsWith('B-TREE FOR ORDER BY');

/** The sessions of one user, of which there is a bounded number. */
const isOfSessions = (sql: string, line: string) =>
  sql.startsWith('\n  DELETE FROM sessions') && line.endsWith('B-TREE FOR ORDER BY');

/** What points at a conversation's messages, or at a user, is removed before them; then nothing is looked up. */
function explain(sql: string): string[] {
  const read = () => database.explain(sql);
  return /^DELETE FROM (messages|users)/.test(sql) ? database.withoutForeignKeys(read) : read();
}

test('there are statements to look at', () => {
  expect(allStatements().length).toBeGreaterThan(25);
});

test.each(allStatements().map((sql) => [sql.trim().replace(/\s+/g, ' '), sql]))('reads by an index: %s', (_, sql) => {
  const bad = explain(sql)
    .filter((line) => !ALLOWED.has(line) && !isRanking(sql, line) && !isOfSessions(sql, line))
    .filter((line) => /^SCAN|TEMP B-TREE|AUTOMATIC/.test(line));
  expect(bad).toStrictEqual([]);
});

test('the live replies of a user are found by the user, not among those of all', () => {
  const plans = allStatements().map((sql) => database.explain(sql).join('\n'));
  expect(plans.filter((plan) => plan.includes('live_replies_of_user (user_id=?)'))).toHaveLength(1);
});
