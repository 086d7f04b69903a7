import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { encodeFrame, type StreamEvent } from '@parley/core';
import { aSpending } from '../../../storage/contract/samples.ts';
import { ReplyJournal } from './reply-journal.ts';

let folder: string;
let owner: string;
let journal: ReplyJournal;
let warnings: string[];

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'parley-journal-')), 'journal');
  owner = 'first';
  warnings = [];
  const logger = pino({}, { write: (line) => void warnings.push(JSON.parse(line).msg) });
  journal = new ReplyJournal(folder, () => owner, logger);
});
afterEach(() => {
  journal.close();
  rmSync(join(folder, '..'), { recursive: true });
});

const content = (text: string): StreamEvent => ({ type: 'content', content: text });
const append = (generationId: string, seq: number, text = `${generationId}${seq}`) =>
  journal.append(generationId, { seq, text: encodeFrame({ seq, event: content(text) }) });
const sizes = () => readdirSync(folder).map((name) => statSync(join(folder, name)).size);
const readAll = async (of = owner) => Object.fromEntries(await journal.read(of));
const read = async (of = owner) =>
  Object.fromEntries([...(await journal.read(of))].map(([id, { frames }]) => [id, frames]));
const frame = (seq: number, text: string) => ({ seq, text: encodeFrame({ seq, event: content(text) }) });

it('another process reads every event in order', async () => {
  append('g', 1, 'line one\n\nline "two" 🦊\u2028id: 9\ndata: x');
  append('h', 1);
  journal.beginCheckpoint();
  append('g', 2);
  expect(await read()).toEqual({
    g: [frame(1, 'line one\n\nline "two" 🦊\u2028id: 9\ndata: x'), frame(2, 'g2')],
    h: [frame(1, 'h1')],
  });
  expect(await journal.owners()).toEqual(['first']);
});

it('a stored checkpoint removes what came before it, and nothing that came later', async () => {
  append('g', 1);
  const onStored = journal.beginCheckpoint();
  append('g', 2);
  onStored(['g']);
  expect(await read()).toEqual({ g: [frame(2, 'g2')] });
});

it('a checkpoint that fails removes nothing, and the next one removes what both cover', async () => {
  append('g', 1);
  journal.beginCheckpoint();
  append('g', 2);
  const onStored = journal.beginCheckpoint();
  append('g', 3);
  expect((await read())['g']).toHaveLength(3);
  onStored(['g']);
  expect((await read())['g']?.map(({ seq }) => seq)).toEqual([2, 3]);
  journal.beginCheckpoint()(['g']);
  journal.beginCheckpoint()(['g']);
  expect(sizes()).toEqual([0, 0]);
});

it('another process reads what a reply had used when it last asked a provider', async () => {
  const first = aSpending({ requests: 1 });
  const second = aSpending({ requests: 2 });
  journal.appendSpending('g', 0, first);
  append('g', 1);
  expect(await readAll()).toEqual({ g: { frames: [frame(1, 'g1')], spent: { seq: 0, spending: first } } });
  journal.beginCheckpoint();
  journal.appendSpending('g', 1, second);
  expect((await readAll())['g']?.spent).toEqual({ seq: 1, spending: second });
  journal.beginCheckpoint()(['g']);
  journal.beginCheckpoint()(['g']);
  expect(await readAll()).toEqual({});
});

it('the events of a reply whose end is not stored yet stay while others are checkpointed', async () => {
  append('ending', 1);
  append('other', 1);
  for (let checkpoint = 0; checkpoint < 5; checkpoint++) {
    journal.beginCheckpoint()(['other']);
    append('other', checkpoint + 2);
  }
  expect((await read())['ending']).toHaveLength(1);
  journal.remove('ending');
  journal.beginCheckpoint()(['other']);
  journal.beginCheckpoint()(['other']);
  expect(sizes()).toEqual([0, 0]);
});

it('no word of ended replies is left in the files', () => {
  append('g', 1);
  append('h', 1);
  journal.remove('g');
  journal.remove('h');
  expect(sizes()).toEqual([0, 0]);
});

it('an event that was written in part or is damaged is skipped', async () => {
  append('g', 1);
  appendFileSync(join(folder, 'first.a'), 'g\nid: 2\ndata: {"content":"ha');
  expect((await read())['g']).toHaveLength(1);
  writeFileSync(join(folder, 'first.b'), '\0'.repeat(4096));
  expect((await read())['g']).toHaveLength(1);
});

it('a process with a new id begins a new journal', async () => {
  append('g', 1);
  owner = 'second';
  append('h', 1);
  expect(await journal.owners()).toEqual(['second']);
  expect(Object.keys(await read('second'))).toEqual(['h']);
});

it('a folder that cannot be written to is logged once, and does not disturb the reply', () => {
  writeFileSync(join(folder, '..', 'file'), '');
  const broken = new ReplyJournal(
    join(folder, '..', 'file', 'journal'),
    () => owner,
    pino({}, { write: (line) => void warnings.push(JSON.parse(line).msg) }),
  );
  for (let seq = 0; seq < 3; seq++) broken.append('g', frame(seq, 'x'));
  expect(warnings).toEqual(['the journal of replies could not be written']);
});

it('closing deletes the files, which only their owner can read until then', async () => {
  append('g', 1);
  expect(statSync(join(folder, 'first.a')).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  journal.close();
  expect(readdirSync(folder)).toEqual([]);
  expect(await journal.owners()).toEqual([]);
});
