import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Storage } from '../../storage.ts';
import { aMessage, branch, completed, end, failed, newUser, NOW, send, turn, written } from '../samples.ts';

export function contract(storage: () => Storage): void {
  async function twoTurns() {
    const userId = await newUser(storage());
    const one = await turn(storage(), userId, 'one');
    const { conversationId } = one;
    const two = await turn(storage(), userId, 'two', { conversationId });
    const texts = () => branch(storage(), userId, conversationId);
    return { userId, conversationId, one, two, texts };
  }

  test('new messages continue the current branch', async () => {
    const { texts } = await twoTurns();
    expect(await texts()).toStrictEqual(['one', 'answer to one', 'two', 'answer to two']);
  });

  test('the last ids are those of the last messages on the branch', async () => {
    const { userId, conversationId, one, two } = await twoTurns();
    const again = await turn(storage(), userId, '', { conversationId, replaces: two.assistantMessageId });
    const last = (limit: number, id = conversationId, by = userId) =>
      storage().conversations.lastMessageIds(by, id, limit);
    const ids = [one.userMessageId, one.assistantMessageId, two.userMessageId, again.assistantMessageId];
    expect(await last(3)).toStrictEqual(ids.slice(1));
    expect(await last(9)).toStrictEqual(ids);
    expect(await last(3, randomUUID())).toBeNull();
    expect(await last(3, conversationId, await newUser(storage()))).toBeNull();
    await storage().conversations.delete(userId, conversationId, NOW);
    expect(await last(3)).toBeNull();
  });

  test('replacing a reply answers its question again and keeps the old answer', async () => {
    const { userId, conversationId, two, texts } = await twoTurns();
    const again = await send(storage(), userId, { conversationId, replaces: two.assistantMessageId, text: '' });
    expect(again.userMessageId).toBe(two.userMessageId);
    expect(await texts()).toStrictEqual(['one', 'answer to one', 'two', '']);
    await end(storage(), again, completed(again, 'better'));
    expect(await texts()).toStrictEqual(['one', 'answer to one', 'two', 'better']);
    expect((await storage().replies.message(userId, two.assistantMessageId))?.text).toBe('answer to two');
  });

  test('replacing an earlier reply takes the messages after it off the branch', async () => {
    const { userId, conversationId, one, two, texts } = await twoTurns();
    await turn(storage(), userId, '', { conversationId, replaces: one.assistantMessageId });
    expect(await texts()).toStrictEqual(['one', 'answer to ']);
    expect((await storage().replies.message(userId, two.userMessageId))?.text).toBe('two');
  });

  test('replacing a question puts another one in its place', async () => {
    const { userId, conversationId, one, two, texts } = await twoTurns();
    await turn(storage(), userId, 'due', { conversationId, replaces: two.userMessageId });
    expect(await texts()).toStrictEqual(['one', 'answer to one', 'due', 'answer to due']);
    await turn(storage(), userId, 'uno', { conversationId, replaces: one.userMessageId });
    expect(await texts()).toStrictEqual(['uno', 'answer to uno']);
    await turn(storage(), userId, 'dos', { conversationId });
    expect(await texts()).toStrictEqual(['uno', 'answer to uno', 'dos', 'answer to dos']);
  });

  test('replacing a message that is not on the current branch is rejected and not counted', async () => {
    const { userId, conversationId, two, texts } = await twoTurns();
    const elsewhere = await turn(storage(), userId, 'elsewhere');
    await turn(storage(), userId, 'due', { conversationId, replaces: two.userMessageId });
    const before = await texts();
    const usageRule = { limit: 5, windowLength: 1000 };
    for (const replaces of [two.userMessageId, two.assistantMessageId, elsewhere.userMessageId, 'unknown']) {
      for (const id of [conversationId, randomUUID()]) {
        const request = aMessage(userId, { conversationId: id, replaces, usageRule });
        expect(await storage().replies.accept(request)).toStrictEqual({ outcome: 'not-found' });
        expect(await storage().replies.findByClientMessageId(userId, request.clientMessageId)).toBeNull();
      }
    }
    expect(await texts()).toStrictEqual(before);
    expect((await storage().conversations.list(userId, { limit: 9 })).items).toHaveLength(2);
    expect(await storage().usage.window(userId)).toBeNull();
  });

  test.each(['failed', 'interrupted', 'stopped'] as const)(
    'a replacing reply that is %s before any visible text restores the old branch',
    async (status) => {
      const { userId, conversationId, one, texts } = await twoTurns();
      const before = await texts();
      for (const replaces of [one.assistantMessageId, one.userMessageId]) {
        const again = await send(storage(), userId, { conversationId, replaces, text: 'uno' });
        const reasoned = { ...written(again, ' \n'), reasoningContent: 'Hm' };
        await storage().replies.checkpoint([{ generationId: again.generationId, message: reasoned }]);
        const code = status === 'failed' ? 'model-failed' : 'interrupted';
        const message = status === 'stopped' ? completed(again, ' \n', status) : failed(again, '', code);
        expect(await end(storage(), again, message, 'refund')).toBe(true);
        expect(await texts()).toStrictEqual(before);
        expect(await storage().replies.message(userId, again.assistantMessageId)).toStrictEqual(message);
      }
      await turn(storage(), userId, 'three', { conversationId });
      expect(await texts()).toStrictEqual([...before, 'three', 'answer to three']);
    },
  );

  test('a replacing reply that has text, or is complete, stays on the branch', async () => {
    const { userId, conversationId, one, texts } = await twoTurns();
    let replaces = one.assistantMessageId;
    const again = () => send(storage(), userId, { conversationId, replaces });
    const failing = await again();
    await end(storage(), failing, failed(failing, 'half'));
    expect(await texts()).toStrictEqual(['one', 'half']);
    replaces = failing.assistantMessageId;
    const stopping = await again();
    await end(storage(), stopping, completed(stopping, 'ha', 'stopped'));
    expect(await texts()).toStrictEqual(['one', 'ha']);
    replaces = stopping.assistantMessageId;
    const finishing = await again();
    await end(storage(), finishing, completed(finishing, ''));
    expect(await texts()).toStrictEqual(['one', '']);
  });

  test('a failed reply that replaced nothing stays, and can then be replaced', async () => {
    const userId = await newUser(storage());
    const first = await send(storage(), userId, { text: 'one' });
    const { conversationId } = first;
    await end(storage(), first, failed(first, ''));
    expect(await branch(storage(), userId, conversationId)).toStrictEqual(['one', 'Error: It failed.']);
    await turn(storage(), userId, '', { conversationId, replaces: first.assistantMessageId });
    expect(await branch(storage(), userId, conversationId)).toStrictEqual(['one', 'answer to ']);
  });

  test('recovery restores the old branch when the interrupted reply had no text yet', async () => {
    const { userId, conversationId, two, texts } = await twoTurns();
    const before = await texts();
    await send(storage(), userId, { conversationId, replaces: two.assistantMessageId, owner: 'dead' });
    await storage().replies.recoverReplies(['dead'], NOW, { code: 'interrupted', sentence: 'Interrupted.' });
    expect(await texts()).toStrictEqual(before);
  });

  test('a seed starts an unknown conversation, and a known one ignores it', async () => {
    const userId = await newUser(storage());
    const turns = [
      { id: randomUUID(), isUser: true, text: 'earlier' },
      { id: randomUUID(), isUser: false, text: 'reply' },
    ];
    const { conversationId } = await turn(storage(), userId, 'one', { seed: turns });
    const ignored = turns.map((seed) => ({ ...seed, id: randomUUID() }));
    await turn(storage(), userId, 'two', { conversationId, seed: ignored });
    const texts = ['earlier', 'reply', 'one', 'answer to one', 'two', 'answer to two'];
    expect(await branch(storage(), userId, conversationId)).toStrictEqual(texts);
    const timestamp = new Date(NOW).toISOString();
    for (const seeded of turns) {
      const stored = await storage().replies.message(userId, seeded.id);
      expect(stored).toStrictEqual({ ...seeded, timestamp, status: 'complete' });
    }
  });

  test('a seeded message can be replaced immediately, but a reply without its question cannot', async () => {
    const userId = await newUser(storage());
    const seed = [
      { id: randomUUID(), isUser: false, text: 'greeting' },
      { id: randomUUID(), isUser: true, text: 'earlier' },
      { id: randomUUID(), isUser: false, text: 'reply' },
    ];
    const orphan = aMessage(userId, { seed, replaces: seed[0]!.id });
    expect(await storage().replies.accept(orphan)).toStrictEqual({ outcome: 'not-found' });
    const { conversationId, userMessageId } = await turn(storage(), userId, '', { seed, replaces: seed[2]!.id });
    expect(userMessageId).toBe(seed[1]!.id);
    expect(await branch(storage(), userId, conversationId)).toStrictEqual(['greeting', 'earlier', 'answer to ']);
  });
}
