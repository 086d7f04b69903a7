import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { openStorage } from '../../../storage/open-storage.ts';
import { fold, type ReplyStream } from '../../../testing/reply-stream.ts';
import { startTestServer } from '../../../testing/test-server.ts';

async function begun(sent: Promise<ReplyStream>): Promise<ReplyStream> {
  const reply = await sent;
  await reply.until(({ event }) => event.type === 'content');
  return reply;
}

it('an edit leaves the reply alone that another edit begins while the first is checked', async () => {
  const storage = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  let afterCheck: (() => Promise<void>) | null = null;
  const conversations: typeof storage.conversations = {
    ...storage.conversations,
    async messages(userId, conversationId, page) {
      const read = await storage.conversations.messages(userId, conversationId, page);
      // Whether the question is on the branch is looked up in pages of this size.
      const meanwhile = page.limit === 100 ? afterCheck : null;
      if (meanwhile) afterCheck = null;
      await meanwhile?.();
      return read;
    },
  };
  const server = await startTestServer({ delayMs: 2, storage: { ...storage, conversations } });
  onTestFinished(() => server.close());
  const token = await server.signUp();
  const conversationId = randomUUID();
  const running = await begun(server.send(token, { conversationId, text: '[[long 5000]]' }));
  const [question] = await server.messages(token, conversationId);
  const edit = (text: string) =>
    server.send(token, { conversationId, isRegeneration: true, originalMessageId: question?.id, text });
  let other: ReplyStream | undefined;
  afterCheck = async () => void (other = await begun(edit('[[long 5000]] other')));
  expect((await edit('[[echo]] late')).error?.code).toBe('reply-in-progress');
  expect(fold(await running.all()).status).toBe('stopped');
  expect((await server.messages(token, conversationId)).map(({ text, status }) => [text.slice(-5), status])).toEqual([
    ['other', 'complete'],
    [expect.any(String), 'streaming'],
  ]);
  await server.call('POST', `/api/chat/stream/${await other?.generationId()}/stop`, token);
});
