import { expect, test } from 'vitest';
import { memoryStorage } from '../../../testing/memory-storage.ts';
import { stored } from '../../../testing/scripted-samples.ts';
import { ScriptedChat } from '../../../testing/scripted-chat.ts';
import { migrateSendQueue } from './migrate-send-queue.ts';
import { createSendQueue } from './send-queue.ts';

const KEY = 'send-queue:ada';

/** A message stored under `outbox:` and `edits:` by a version before the send queue. */
const sent = (conversationId: string, text: string, change: object = {}) => ({
  clientMessageId: `id of ${text}`,
  conversationId,
  text,
  mode: 'normal',
  attachments: [],
  previousImageUrl: null,
  edits: null,
  after: null,
  status: 'unsure',
  wasLost: true,
  ...change,
});

/** A message stored under `waiting:` by that version. */
const waiting = (text: string, change: object = {}) => ({
  clientMessageId: `id of ${text}`,
  text,
  mode: 'thinking',
  attachments: [stored('f')],
  previousImageUrl: null,
  sentAt: '2026-11-01T00:00:00.000Z',
  isFirst: true,
  ...change,
});

test('the migration moves unsent messages of an earlier version into the send queue once', () => {
  const storage = memoryStorage();
  storage.set(
    'outbox:ada',
    JSON.stringify({ a: sent('a', 'On its way', { status: 'sending' }), b: sent('b', 'Lost') }),
  );
  storage.set('edits:ada', JSON.stringify({ b: sent('b', 'Edited', { edits: 'q1', after: 'r0' }) }));
  storage.set('waiting:ada', JSON.stringify({ c: [waiting('First'), waiting('Second', { isFirst: false })] }));
  for (let round = 0; round < 2; round++) migrateSendQueue(storage, 'ada');
  const queue = createSendQueue(storage, KEY);
  expect(queue.findUnconfirmed('a', 'new')).toMatchObject({ text: 'On its way', status: 'sending' });
  expect(queue.findUnconfirmed('b', 'new')).toMatchObject({ text: 'Lost', status: 'failed' });
  expect(queue.findUnconfirmed('b', 'edit')).toMatchObject({ text: 'Edited', edits: 'q1', after: 'r0' });
  expect(queue.queued()).toEqual({
    c: [
      expect.objectContaining({
        text: 'First',
        startsConversation: true,
        mode: 'thinking',
        attachments: [stored('f')],
      }),
      expect.objectContaining({ text: 'Second', startsConversation: false, clientMessageId: 'id of Second' }),
    ],
  });
  expect([...storage.items.keys()]).toEqual([KEY]);
});

test('the migration skips damaged entries and keeps messages already in the queue', () => {
  const storage = memoryStorage();
  const queue = createSendQueue(storage, KEY);
  storage.set('waiting:ada', JSON.stringify({ a: [waiting('Kept')] }));
  migrateSendQueue(storage, 'ada');
  storage.set('waiting:ada', '{"a":[null,7,{"text":"x"}],"b":"x","c":[{"clientMessageId":"1","text":"y"}]}');
  storage.set('outbox:ada', '[1]');
  storage.set('edits:ada', '{"a":null}');
  migrateSendQueue(storage, 'ada');
  expect(Object.keys(queue.queued())).toEqual(['a']);
  expect(queue.unconfirmed()).toEqual([]);
});

test('a start sends messages queued by an earlier version and restores its failed one to the composer', async () => {
  const played = new ScriptedChat();
  played.isReached = false;
  played.storage.set('outbox:ada', JSON.stringify({ b: sent('b', 'Lost') }));
  played.storage.set('drafts:ada', JSON.stringify({ b: 'Lost' }));
  played.storage.set('waiting:ada', JSON.stringify({ c: [waiting('First')] }));
  const chat = await played.signedIn();
  expect(chat.state.queued.c).toMatchObject([{ text: 'First' }]);
  expect(chat.state.drafts.b).toBe('Lost');
});
