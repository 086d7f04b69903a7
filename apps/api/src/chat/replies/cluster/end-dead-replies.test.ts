import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { encodeFrame } from '@parley/core';
import { ownProcess } from '../../../cluster/own-process.ts';
import { branch, newUser, NOW, send, written } from '../../../storage/contract/samples.ts';
import { openStorage } from '../../../storage/open-storage.ts';
import { ReplyJournal } from '../journal/reply-journal.ts';
import { endDeadReplies } from './end-dead-replies.ts';

it('a checkpoint of the dead process that lands during the recovery takes no word away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-dead-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const storage = await openStorage('sqlite::memory:', { filesDir: join(folder, 'files') });
  onTestFinished(() => storage.close());
  const logger = pino({ level: 'silent' });
  const userId = await newUser(storage);
  const reply = await send(storage, userId, { owner: 'dead' });
  const { generationId, conversationId } = reply;
  const journal = new ReplyJournal(join(folder, 'journal'), () => 'dead', logger);
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
  const budgets = { owners: async () => [], release: async () => {} };
  await endDeadReplies({
    storage: { replies },
    spendings: { budgets },
    cluster: ownProcess(),
    journal,
    logger,
    now: () => NOW,
  });

  expect((await branch(storage, userId, conversationId)).at(-1)).toBe('one two three');
});
