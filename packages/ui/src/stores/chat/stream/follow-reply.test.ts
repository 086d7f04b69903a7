import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError, type Message } from '@parley/core';
import { createEventReader } from '@parley/core/read-stream';
import type { Connection } from '../chat-state.ts';
import { followReply, type Follower, type ReplyEnding } from './follow-reply.ts';
import { ScriptedApi } from '../../testing/scripted-api.ts';
import { reply } from '../../testing/scripted-samples.ts';
import { settled } from '../../testing/settled.ts';

let api: ScriptedApi;
let follower: Follower;
let message: Message;
let connections: Connection[];
let ending: ReplyEnding | null;

beforeEach(() => {
  vi.useFakeTimers();
  api = new ScriptedApi();
  message = reply('r', { status: 'streaming', generationId: 'run', seq: 4, text: 'Bec' });
  connections = [];
  ending = null;
  follower = followReply({
    api,
    message,
    request: null,
    now: Date.now,
    random: () => 0,
    onOutcome() {},
    onTitle() {},
    onMessage: (next) => (message = next),
    onConnection: (next) => connections.push(next),
    onEnd: (how) => (ending = how),
  });
});
afterEach(() => {
  follower.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const content = (text: string) => ({ type: 'content', content: text }) as const;

test.each([
  ['visible', [500, 1000, 1000, 1000, 1000, 1000]],
  ['hidden', [500, 1000, 2000, 4000, 8000, 8000]],
])('resumes a lost connection of a %s page after the last event, and never ends the reply', async (state, waits) => {
  vi.stubGlobal('document', { visibilityState: state });
  await api.stream.send(content('ause'));
  for (const wait of waits) {
    const before = api.streams.length;
    await api.stream.cut();
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(api.streams).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(api.streams).toHaveLength(before + 1);
    expect(api.stream.after).toBe(5);
  }
  expect(ending).toBeNull();
  await api.stream.send(content('.'));
  expect(message.text).toBe('Because.');
});

test('reconnects when the stream ends without a last event', async () => {
  await api.stream.close();
  await vi.advanceTimersByTimeAsync(500);
  expect(api.streams).toHaveLength(2);
});

test('shows a banner only after a minute without a connection, and hides it with the first byte', async () => {
  await api.stream.send(content('a'));
  await api.stream.cut();
  for (let second = 0; second < 59; second++) {
    await vi.advanceTimersByTimeAsync(1000);
    if (!api.stream.signal.aborted) await api.stream.cut();
  }
  expect(connections).toEqual(['live', 'stalled']);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(connections).toEqual(['live', 'stalled', 'resuming']);
  await api.stream.send(content('b'));
  expect(connections.at(-1)).toBe('live');
});

test('reports and replaces a connection after 20 s without a byte or a heartbeat', async () => {
  const [first] = api.streams;
  await vi.advanceTimersByTimeAsync(19_000);
  await first?.beat();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(first?.signal.aborted).toBe(false);
  expect(api.calls).not.toContain('reportSilence');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(first?.signal.aborted).toBe(true);
  expect(api.calls).toContain('reportSilence');
});

test('wake reconnects at once, and leaves a live connection alone', async () => {
  await api.stream.beat();
  follower.wake();
  expect(api.streams).toHaveLength(1);
  await api.stream.cut();
  follower.wake();
  expect(api.streams).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(18_000);
  follower.wake();
  expect(api.streams).toHaveLength(3);
  expect(api.streams[1]?.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(api.streams).toHaveLength(3);
});

test('fetches a missing event, skips a repeated one and applies a snapshot', async () => {
  await api.stream.sendAs({ seq: 4, event: content('xx') });
  expect(message.text).toBe('Bec');
  await api.stream.sendAs({ seq: 6, event: content('xx') });
  await vi.advanceTimersByTimeAsync(500);
  expect(api.stream.after).toBe(4);
  await api.stream.sendAs({ seq: 9, event: { type: 'snapshot', message: { ...message, text: 'Because', seq: 9 } } });
  await api.stream.sendAs({ seq: 10, event: content('.') });
  expect(message).toMatchObject({ text: 'Because.', seq: 10 });
});

test('an event that only a newer server knows does not count as missing', async () => {
  const reader = createEventReader((event) => void api.stream.sendAs(event));
  const lines = ['{"toolCall":{"name":"of-next-year","status":"starting"}}', '{"vote":1}', '{"content":"ause"}'];
  for (const [index, line] of lines.entries())
    reader.feed(new TextEncoder().encode(`id: ${5 + index}\ndata: ${line}\n\n`));
  await vi.advanceTimersByTimeAsync(1000);
  expect(message).toMatchObject({ text: 'Because', seq: 7 });
  expect(api.streams).toHaveLength(1);
});

test('the server’s error ends the reply and keeps its text', async () => {
  await api.stream.send(content('ause'), { type: 'error', code: 'model-failed', error: 'It broke.' });
  expect(message).toMatchObject({ text: 'Because', status: 'failed', error: 'It broke.' });
  expect(ending?.type).toBe('error');
});

test('delivers the whole reply when it failed before the client attached', async () => {
  const failed = reply('r', { text: 'Because', status: 'failed', isError: true, errorCode: 'interrupted' });
  await api.stream.send({ type: 'snapshot', message: failed }, { type: 'error', code: 'interrupted', error: 'Gone.' });
  expect(message).toEqual(failed);
  expect(ending?.type).toBe('error');
});

test.each([
  ['not-found', true],
  ['unavailable', false],
  ['rate-limited', false],
] as const)('a reconnect that fails with %s reports the reply as gone: %s', async (code, isGone) => {
  await api.stream.cut(new AppError(code, { retryAfter: 3 }));
  expect(ending).toEqual(isGone ? { type: 'gone' } : null);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(api.streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(api.streams).toHaveLength(isGone ? 1 : 2);
});

test('calls nothing after it was closed', async () => {
  const { stream } = api;
  follower.close();
  await stream.send(content('x'));
  await vi.advanceTimersByTimeAsync(100_000);
  await settled();
  expect(message.text).toBe('Bec');
  expect(connections).toEqual([]);
  expect(api.streams).toHaveLength(1);
});
