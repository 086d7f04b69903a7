import { randomUUID } from 'node:crypto';
import { completeReply } from '@parley/core';
import { expect, test } from 'vitest';
import { BRANCH_END_LENGTH, type AcceptResult, type Storage } from '../../storage.ts';
import type { Rounds } from '../rounds.ts';
import { aMessage, completed, end, newUser, NOW, send, turn } from '../samples.ts';

export function contract(storage: () => Storage, roundsOf: Rounds): void {
  const count = (results: AcceptResult[], outcome: AcceptResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;

  test('an accepted message stores the question and an empty streaming reply', async () => {
    const userId = await newUser(storage());
    const request = aMessage(userId, { text: 'Why?', mode: 'thinking' });
    const { conversationId, generationId, clientMessageId, userMessageId, assistantMessageId, mode } = request;
    const status = 'streaming' as const;
    const ids = { userId, conversationId, generationId, clientMessageId, userMessageId, assistantMessageId };
    const reply = { ...ids, mode, status };
    expect(await storage().replies.accept(request)).toMatchObject({
      outcome: 'accepted',
      reply,
      isNewConversation: true,
    });
    const timestamp = new Date(NOW).toISOString();
    expect((await storage().conversations.messages(userId, conversationId, { limit: 9 }))?.items).toStrictEqual([
      { id: userMessageId, text: 'Why?', isUser: true, timestamp, status: 'complete', mode },
      { id: assistantMessageId, text: '', isUser: false, timestamp, status, mode, generationId, seq: 0 },
    ]);
    expect(await storage().replies.find(userId, generationId)).toStrictEqual(reply);
    expect(await storage().replies.listActive(userId)).toStrictEqual([reply]);
    const { fingerprint } = request;
    const found = await storage().replies.findByClientMessageId(userId, clientMessageId);
    expect(found).toStrictEqual({ ...reply, fingerprint });
    await end(storage(), reply, completed(reply, 'Because.'));
    expect(await storage().replies.accept(aMessage(userId, { conversationId }))).toMatchObject({
      outcome: 'accepted',
      isNewConversation: false,
    });
  });

  test('an accept that has the end of the branch has what would be read after it', async () => {
    const userId = await newUser(storage());
    const { conversationId } = await turn(storage(), userId, 'Why?');
    await turn(storage(), userId, 'How?', { conversationId });
    const result = await storage().replies.accept(aMessage(userId, { conversationId }));
    const end = result.outcome === 'accepted' ? result.branchEnd : undefined;
    const page = { limit: BRANCH_END_LENGTH, withoutVersions: true } as const;
    const conversation = await storage().conversations.find(userId, conversationId);
    const newest = await storage().conversations.messages(userId, conversationId, page);
    expect(newest?.items).toHaveLength(4);
    if (end) expect(end).toStrictEqual({ conversation, newest });
  });

  test('a reply keeps the model that was accepted with it through its progress and its end', async () => {
    const userId = await newUser(storage());
    const model = { id: 'deep', label: 'Deep 😀' };
    const reply = await send(storage(), userId, { model });
    const stored = () => storage().replies.message(userId, reply.assistantMessageId);
    const begun = await stored();
    expect(begun).toMatchObject({ status: 'streaming', model });
    if (!begun) return;
    const { generationId } = reply;
    await storage().replies.checkpoint([{ generationId, message: { ...begun, text: 'So', seq: 1 } }]);
    expect(await stored()).toMatchObject({ text: 'So', model });
    const other = { id: 'swift', label: 'Swift' };
    await end(storage(), reply, completeReply({ ...begun, text: 'So far', model: other }, 'complete'));
    expect(await stored()).toMatchObject({ status: 'complete', text: 'So far', model: other });
  });

  const messages = roundsOf(100);
  test(`concurrent accepts of ${messages} messages succeed exactly as often as the usage rule allows`, async () => {
    const userId = await newUser(storage());
    const usageRule = { limit: 10, windowLength: 1000 };
    const requests = Array.from({ length: messages }, () => aMessage(userId, { usageRule }));
    const results = await Promise.all(requests.map((request) => storage().replies.accept(request)));
    expect(count(results, 'accepted')).toBe(10);
    expect(count(results, 'limit-reached')).toBe(messages - 10);
    const window = { used: 10, start: NOW, end: NOW + 1000 };
    expect(await storage().usage.window(userId)).toStrictEqual(window);
    expect(results.find((result) => result.outcome === 'limit-reached')).toStrictEqual({
      outcome: 'limit-reached',
      window,
    });
    expect((await storage().conversations.list(userId, { limit: 200 })).items).toHaveLength(10);
  });

  test('concurrent sends of one message accept and count exactly one, and the others find its reply', async () => {
    const userId = await newUser(storage());
    const [clientMessageId, conversationId] = [randomUUID(), randomUUID()];
    const usageRule = { limit: 10, windowLength: 1000 };
    const repeats = Array.from({ length: 30 }, () =>
      storage().replies.accept(aMessage(userId, { clientMessageId, conversationId, usageRule })),
    );
    const results = await Promise.all(repeats);
    const accepted = results.find((result) => result.outcome === 'accepted');
    expect(count(results, 'duplicate')).toBe(29);
    for (const result of results) {
      if (result.outcome === 'duplicate') expect(result.reply).toStrictEqual(accepted?.reply);
    }
    expect((await storage().usage.window(userId))?.used).toBe(1);
    expect((await storage().conversations.messages(userId, conversationId, { limit: 9 }))?.items).toHaveLength(2);
  });

  test('a repeated send finds its reply even after the reply ended and the limit was reached', async () => {
    const userId = await newUser(storage());
    const usageRule = { limit: 1, windowLength: 1000 };
    const request = aMessage(userId, { usageRule });
    const reply = await turn(storage(), userId, 'a', request);
    const repeat = await storage().replies.accept({ ...request, generationId: randomUUID() });
    expect(repeat).toStrictEqual({ outcome: 'duplicate', reply: { ...reply, status: 'complete' } });
  });

  test('a client message id reused for another message is a mismatch, except by another user', async () => {
    const userId = await newUser(storage());
    const { clientMessageId } = await turn(storage(), userId, 'a');
    const other = aMessage(userId, { clientMessageId, fingerprint: 'another' });
    expect(await storage().replies.accept(other)).toStrictEqual({ outcome: 'mismatch' });
    expect(await storage().conversations.find(userId, other.conversationId)).toBeNull();
    await send(storage(), await newUser(storage()), { clientMessageId });
  });

  test('concurrent messages to one conversation accept one, and the others get the id of its reply', async () => {
    const userId = await newUser(storage());
    const usageRule = { limit: 100, windowLength: 1000 };
    const { conversationId } = await turn(storage(), userId, 'a', { usageRule });
    const sent = Array.from({ length: 30 }, () =>
      storage().replies.accept(aMessage(userId, { conversationId, usageRule })),
    );
    const results = await Promise.all(sent);
    expect(count(results, 'accepted')).toBe(1);
    expect(count(results, 'busy')).toBe(29);
    const [live] = await storage().replies.listActive(userId);
    expect(results.find((result) => result.outcome === 'busy')).toStrictEqual({
      outcome: 'busy',
      generationId: live?.generationId,
    });
    expect((await storage().usage.window(userId))?.used).toBe(2);
    expect((await storage().conversations.messages(userId, conversationId, { limit: 99 }))?.items).toHaveLength(4);
  });

  test('accepting a message treats another user’s conversation as unknown', async () => {
    const [owner, stranger] = [await newUser(storage()), await newUser(storage())];
    const { conversationId, assistantMessageId } = await turn(storage(), owner, 'a');
    const usageRule = { limit: 5, windowLength: 1000 };
    for (const changes of [{}, { replaces: assistantMessageId }]) {
      const request = aMessage(stranger, { conversationId, usageRule, ...changes });
      expect(await storage().replies.accept(request)).toStrictEqual({ outcome: 'not-found' });
    }
    expect(await storage().usage.window(stranger)).toBeNull();
    expect((await storage().conversations.messages(owner, conversationId, { limit: 9 }))?.items).toHaveLength(2);
  });
}
