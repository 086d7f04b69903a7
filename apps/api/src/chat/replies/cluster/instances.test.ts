import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { isLastEvent } from '@parley/core';
import { staffOf } from '../../../admin/people/testing.ts';
import { startInstances } from '../../../testing/processes/instances.ts';
import { HAS_REDIS, startRedis } from '../../../testing/processes/redis-server.ts';
import { fold } from '../../../testing/reply-stream.ts';

const CONTENT = ({ event }: { event: { type: string } }) => event.type === 'content';

describe.runIf(HAS_REDIS)('a reply that one server writes and another one serves', () => {
  it('another server serves a reply from any position, byte for byte, including its end', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url);
    const token = await a.signUp();
    const conversationId = randomUUID();
    const own = await a.send(token, { conversationId, text: '[[long 200]]' });
    await own.until(CONTENT);
    const generationId = await own.generationId();
    const [whole, rest] = [await b.attach(token, generationId, -1), await b.attach(token, generationId, 2)];
    await own.all();
    await Promise.all([whole.all(), rest.all()]);
    expect(whole.raw()).toBe(own.raw());
    expect(rest.events).toEqual(own.events.slice(3));
    expect(fold(whole.events)).toEqual((await b.messages(token, conversationId)).at(-1));
    const late = await b.attach(token, generationId, -1);
    expect(fold(await late.all())).toEqual(fold(own.events));
  });

  it('a reader on another server gets a reply soon after a local reader', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url);
    const token = await a.signUp();
    // It takes much longer than the delay may be.
    const own = await a.send(token, { text: '[[long 8000]]' });
    const there = await b.attach(token, await own.generationId(), -1);
    const word = (reader: typeof own) => reader.until(() => reader.raw().includes('word30 '));
    await word(own);
    const since = performance.now();
    await word(there);
    expect(performance.now() - since).toBeLessThan(10_000);
    await b.stop(token, own);
  });

  it('T11: another server stops a reply, even twice at once and again after its end', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url);
    const token = await a.signUp();
    const conversationId = randomUUID();
    const own = await a.send(token, { conversationId, text: '[[long 2000]]' });
    await own.until(CONTENT);
    const path = `/api/chat/stream/${await own.generationId()}/stop`;
    const stops = await Promise.all([b.call('POST', path, token), b.call('POST', path, token)]);
    for (const { status, body } of stops) {
      expect([status, body]).toEqual([200, { success: true, status: 'stopped' }]);
    }
    await vi.waitFor(() => expect(a.sandbox.log().at(-1)).toMatchObject({ closed: true }));
    expect((await b.call('POST', path, token)).body.status).toBe('stopped');
    expect((await a.call('POST', path, token)).body.status).toBe('stopped');
    const stored = (await b.messages(token, conversationId)).at(-1);
    expect(stored).toMatchObject({ status: 'stopped', text: expect.stringContaining('word1 ') });
    expect(fold(await own.all())).toEqual(stored);
    const stranger = await b.signUp();
    expect((await b.call('POST', path, stranger)).status).toBe(404);
  });

  it('a reply disappears from every server once its conversation is deleted on one', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url);
    const token = await a.signUp();
    const ids = [randomUUID(), randomUUID()];
    const [running, ended] = await Promise.all(
      [`[[long 2000]]`, '[[echo]] a'].map((text, index) => a.send(token, { conversationId: ids[index], text })),
    );
    await running?.until(CONTENT);
    await ended?.all();
    const reader = await b.attach(token, (await running?.generationId()) ?? '', -1);
    await reader.until(CONTENT);
    for (const id of ids) expect((await b.call('DELETE', `/api/chat/${id}`, token)).status).toBe(200);
    await Promise.all([running?.all(), reader.all()]);
    for (const server of [a, b]) {
      for (const reply of [running, ended]) {
        const path = `/api/chat/stream/${await reply?.generationId()}`;
        expect((await server.call('GET', path, token)).status).toBe(404);
        expect((await server.call('POST', `${path}/stop`, token)).status).toBe(404);
      }
    }
  });

  it('deleting a user leaves no event of a reply in Redis, whichever server wrote it', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url, { delayMs: 0 });
    const token = await a.signUp();
    for (const server of [a, b]) await (await server.send(token, { text: '[[echo]] a secret' })).all();
    const running = await a.send(token, { text: '[[stall]] another secret' });
    await running.until(CONTENT);
    const logs = () => {
      const { stdout } = spawnSync('redis-cli', ['-u', redis.url, '--scan', '--pattern', '*:log:*']);
      return stdout.toString().split('\n').filter(Boolean).length;
    };
    await expect.poll(logs).toBe(3);
    await b.call('DELETE', '/api/account', token, { password: 'tangerine' });
    await expect.poll(() => b.storage.deletions.listUnfinished()).toEqual([]);
    await expect.poll(logs).toBe(0);
  });

  it('blocking a user stops a reply that another server writes, and ends the response to its reader', async () => {
    const redis = await startRedis();
    const [ADMIN, email] = ['boss@example.com', 'mira@example.com'];
    const options = { adminEmails: [ADMIN], emailsVerifiedAtOnce: true, delayMs: 0 };
    const [a, b] = await startInstances(redis.url, options);
    const staff = staffOf(a, await a.signUp(ADMIN));
    const token = await b.signUp(email);
    const running = await b.send(token, { text: '[[stall]]' });
    await running.until(CONTENT);
    expect((await staff.act(email, { type: 'block' })).status).toBe(200);
    await expect.poll(() => b.replies.runningCount).toBe(0);
    await running.all();
  });

  it('T11: a reply stopped on another server as it ends has one final status for all readers', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url, { delayMs: 0 });
    const token = await a.signUp();
    for (let words = 1; words < 12; words++) {
      const conversationId = randomUUID();
      const own = await a.send(token, { conversationId, text: `[[long ${words * 3}]]` });
      const stop = await b.stop(token, own);
      const message = fold(await own.all());
      expect(stop.body.status).toBe(message.status);
      expect((await b.messages(token, conversationId)).at(-1)).toEqual(message);
      expect(own.events.filter(({ event }) => isLastEvent(event))).toHaveLength(1);
    }
  });

  it('another server stops a reply before it deletes the conversation or asks the question again', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url);
    const token = await a.signUp();
    const conversationId = randomUUID();
    const own = await a.send(token, { conversationId, text: '[[long 2000]]' });
    await own.until(CONTENT);
    const [, reply] = await b.messages(token, conversationId);
    const again = await b.send(token, { conversationId, isRegeneration: true, originalMessageId: reply?.id });
    expect(fold(await own.all())).toMatchObject({ status: 'stopped' });
    await again.until(CONTENT);
    expect((await a.call('DELETE', `/api/chat/${conversationId}`, token)).status).toBe(200);
    expect(fold(await again.all())).toMatchObject({ status: 'stopped' });
  });

  it('another server deletes a project with its conversations, and their replies stop', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url);
    const token = await a.signUp();
    const id = randomUUID();
    await a.call('POST', '/api/projects', token, { id, name: 'Thesis', instructions: '' });
    const own = await a.send(token, { text: '[[long 2000]]', projectId: id });
    await own.until(CONTENT);
    await b.call('DELETE', `/api/projects/${id}?conversations=delete`, token);
    expect(fold(await own.all())).toMatchObject({ status: 'stopped' });
  });

  it('a reply keeps running when the limit refuses an edit on another server', async () => {
    const redis = await startRedis();
    const usageRule = { limit: 1, windowLength: 3_600_000 };
    const [a, b] = await startInstances(redis.url, { usageRule });
    const token = await a.signUp();
    const conversationId = randomUUID();
    const own = await a.send(token, { conversationId, text: '[[long 150]]' });
    await expect.poll(async () => (await b.messages(token, conversationId)).at(-1)?.text).toContain('word1 ');
    const [question] = await b.messages(token, conversationId);
    const edit = { conversationId, isRegeneration: true, originalMessageId: question?.id, text: '[[echo]] b' };
    const refused = await b.send(token, edit);
    expect([refused.status, refused.error?.code]).toEqual([429, 'usage-limit-reached']);
    expect(fold(await own.all())).toMatchObject({ status: 'complete' });
  });

  it('another server returns the reply for a resend of its message', async () => {
    const redis = await startRedis();
    const [a, b] = await startInstances(redis.url);
    const token = await a.signUp();
    const request = { conversationId: randomUUID(), clientMessageId: randomUUID(), text: '[[long 100]]' };
    const own = await a.send(token, request);
    await own.generationId();
    const repeats = await Promise.all([b.send(token, request), b.send(token, request), a.send(token, request)]);
    for (const repeat of repeats) expect(await repeat.all()).toEqual(await own.all());
    expect(await b.messages(token, request.conversationId)).toHaveLength(2);
    expect(await b.messagesUsed(token)).toBe(1);
    const other = await b.send(token, { conversationId: request.conversationId, text: 'and then?' });
    expect(other.status).toBe(200);
    await other.all();
  });
});
