import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { encodeFrame } from '@parley/core';
import { ownProcess } from '../../../cluster/own-process.ts';
import { aSpending, branch, newUser, NOW, send, written } from '../../../storage/contract/samples.ts';
import { openStorage } from '../../../storage/open-storage.ts';
import type { Storage } from '../../../storage/storage.ts';
import { ReplyJournal } from '../journal/reply-journal.ts';
import { endDeadReplies } from './end-dead-replies.ts';

const logger = pino({ level: 'silent' });
const spendings = { owners: async () => [], recover: async () => {} };

/** A reply of a process that has died, and its journal. */
async function aDeadReply() {
  const folder = mkdtempSync(join(tmpdir(), 'parley-dead-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const storage = await openStorage('sqlite::memory:', { filesDir: join(folder, 'files') });
  onTestFinished(() => storage.close());
  const userId = await newUser(storage);
  const reply = await send(storage, userId, { owner: 'dead' });
  return { storage, userId, reply, journal: new ReplyJournal(join(folder, 'journal'), () => 'dead', logger) };
}

const endDead = (replies: Storage['replies'], journal: ReplyJournal) =>
  endDeadReplies({
    storage: { replies },
    spendings,
    cluster: ownProcess(),
    journal,
    logger,
    now: () => NOW,
  });

it('a checkpoint of the dead process that lands during the recovery takes no word away', async () => {
  const { storage, userId, reply, journal } = await aDeadReply();
  const { generationId, conversationId } = reply;
  ['one ', 'two ', 'three'].forEach((content, index) => {
    const seq = index + 1;
    journal.append(generationId, { seq, text: encodeFrame({ seq, event: { type: 'content', content } }) });
  });

  const replies: typeof storage.replies = {
    ...storage.replies,
    async recoverReplies(...recovery) {
      await storage.replies.checkpoint([{ generationId, message: written(reply, 'one ', 1) }]);
      return storage.replies.recoverReplies(...recovery);
    },
  };
  await endDead(replies, journal);

  expect((await branch(storage, userId, conversationId)).at(-1)).toBe('one two three');
});

it.each([
  ['the journal', 5, 2],
  ['a later checkpoint', 6, 1],
])('a dead reply cost what %s has', async (_where, seq, requests) => {
  const { storage, userId, reply, journal } = await aDeadReply();
  const { generationId } = reply;
  journal.appendSpending(generationId, 5, aSpending({ requests: 2 }));
  await storage.replies.checkpoint([
    { generationId, message: written(reply, 'so far', seq), spending: aSpending({ requests: 1 }) },
  ]);
  await endDead(storage.replies, journal);
  expect(await storage.spending.ofUser(userId)).toMatchObject([{ mode: 'normal', requests }]);
});
