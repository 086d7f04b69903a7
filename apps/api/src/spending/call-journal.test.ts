import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aSpending } from '../storage/contract/samples.ts';
import { CallJournal, type JournaledCall } from './call-journal.ts';

let folder: string;
let journal: CallJournal;
let other: CallJournal;
let owner: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-calls-'));
  owner = 'first';
  // Nothing here may warn.
  const logger = pino({}, { write: (line) => expect.unreachable(line) });
  journal = new CallJournal(folder, () => owner, logger);
  other = new CallJournal(folder, () => 'second', logger);
});
afterEach(() => rmSync(folder, { recursive: true }));

const aCall = (id: string, at = 1): JournaledCall => ({ id, userId: 'u', mode: 'title', spending: aSpending(), at });

it('another process takes the running calls with what they had used last, once', async () => {
  journal.write(aCall('a', 1));
  journal.write(aCall('b', 2));
  journal.write(aCall('a', 3));
  journal.write(aCall('ended'));
  journal.remove('ended');
  expect(await other.owners()).toEqual(['first']);
  const both = await Promise.all([other.take('first'), other.take('first')]);
  expect(both.flat()).toEqual([aCall('a', 3), aCall('b', 2)]);
  expect(await other.owners()).toEqual([]);
  expect(await other.take('first')).toEqual([]);
});

it('a process that was considered dead leaves its running calls to the others, and journals new ones', async () => {
  journal.write(aCall('a'));
  journal.write(aCall('b'));
  expect(journal.isTaken('a')).toBe(false);
  owner = 'first again';
  expect(journal.isTaken('a')).toBe(true);
  journal.remove('a');
  journal.write(aCall('b', 2));
  journal.write(aCall('c'));
  expect(['b', 'c'].map((id) => journal.isTaken(id))).toEqual([true, false]);
  expect(await other.take('first')).toEqual([aCall('a'), aCall('b')]);
  expect(await other.take('first again')).toEqual([aCall('c')]);
});

it('leaves no file once all calls have ended', async () => {
  journal.write(aCall('a'));
  journal.write(aCall('b'));
  journal.remove('a');
  expect(readdirSync(folder)).toEqual(['first.calls']);
  journal.remove('b');
  journal.remove('unknown');
  expect(readdirSync(folder)).toEqual([]);
});

it('a line that was written in part is no call', async () => {
  journal.write(aCall('a'));
  appendFileSync(join(folder, 'first.calls'), '{"id":"b","userId":');
  expect(await other.take('first')).toEqual([aCall('a')]);
});

it('stays small while calls overlap for long', async () => {
  for (let index = 0; index < 5_000; index++) {
    journal.write(aCall(`call ${index}`));
    journal.remove(`call ${index - 1}`);
  }
  expect(statSync(join(folder, 'first.calls')).size).toBeLessThan(300 * 1024);
  expect(await other.take('first')).toEqual([aCall('call 4999')]);
});

it('writes each line once where the running calls alone are larger than an ordinary file', () => {
  const calls = Array.from({ length: 3_000 }, (_, index) => aCall(`call ${index}`));
  for (const call of calls) journal.write(call);
  const path = join(folder, 'first.calls');
  const size = statSync(path).size;
  for (const call of calls.slice(0, 100)) {
    const before = statSync(path).size;
    journal.write(call);
    expect(statSync(path).size).toBeGreaterThan(before);
  }
  for (let round = 0; round < 5; round++) for (const call of calls) journal.write(call);
  expect(statSync(path).size).toBeLessThan(3 * size);
});
