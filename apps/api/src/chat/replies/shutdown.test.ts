import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { openStorage } from '../../storage/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { fold } from '../../testing/reply-stream.ts';
import { startTestServer } from '../../testing/test-server.ts';

it('a shutdown whose time is up interrupts a reply at once, even while another message is being checked', async () => {
  const flaggedIn = vi.fn<() => Promise<string[]>>(async () => []);
  const moderation = { flagged: 'refuse', unchecked: 'allow', moderator: { flaggedIn } } as const;
  const server = await startTestServer({ moderation });
  const token = await server.signUp();
  const reply = await server.send(token, { text: '[[stall]]' });
  await reply.until(({ event }) => event.type === 'content');
  const held = Promise.withResolvers<string[]>();
  flaggedIn.mockReturnValueOnce(held.promise);
  const late = server.send(token, { text: 'Hello' });
  await vi.waitFor(() => expect(flaggedIn).toHaveBeenCalledTimes(2));
  const drained = server.replies.drain(AbortSignal.abort());
  expect(fold(await reply.all())).toMatchObject({ status: 'interrupted' });
  held.resolve([]);
  expect((await late).error?.code).toBe('unavailable');
  await drained;
  await server.close();
});

it('a shutdown whose time is up ends while a message waits for the end of a reply that cannot be stored', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const end = vi.fn<Storage['replies']['end']>(() => Promise.reject(new Error('the disk is full')));
  const server = await startTestServer({ storage: { ...kept, replies: { ...kept.replies, end } } });
  const token = await server.signUp();
  const conversationId = randomUUID();
  const reply = await server.send(token, { conversationId, text: '[[stall]]' });
  await reply.until(({ event }) => event.type === 'content');
  const [question] = await server.messages(token, conversationId);
  const edit = { conversationId, isRegeneration: true, originalMessageId: question?.id, text: 'Hello' };
  const edited = server.send(token, edit);
  await vi.waitFor(() => expect(end).toHaveBeenCalled());
  await server.replies.drain(AbortSignal.abort());
  expect((await edited).error?.code).toBe('reply-in-progress');
  await server.close();
});

it('a shutdown whose time is up interrupts a reply that begins only then', async () => {
  const kept = await openStorage('sqlite::memory:', { filesDir: '/nowhere' });
  const stored = Promise.withResolvers<void>();
  const accept = vi.fn<Storage['replies']['accept']>(async (request) => {
    const result = await kept.replies.accept(request);
    await stored.promise;
    return result;
  });
  const server = await startTestServer({ storage: { ...kept, replies: { ...kept.replies, accept } } });
  const token = await server.signUp();
  const sent = server.send(token, { text: '[[stall]]' });
  await vi.waitFor(() => expect(accept).toHaveBeenCalled());
  const drained = server.replies.drain(AbortSignal.abort());
  stored.resolve();
  expect(fold(await (await sent).all())).toMatchObject({ status: 'interrupted' });
  await drained;
  await server.close();
});
