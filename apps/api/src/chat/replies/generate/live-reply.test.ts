import { expect, it, onTestFinished, vi } from 'vitest';
import { MAX_STREAM_LINE, type Message, type StreamEvent } from '@parley/core';
import { ownProcess } from '../../../cluster/own-process.ts';
import type { ReplyRecord } from '../../../storage/storage.ts';
import type { ReplyEvent } from '../../modes/mode.ts';
import { LiveReply, type LiveReplyHooks } from './live-reply.ts';

const record: ReplyRecord = {
  generationId: 'g',
  userId: 'u',
  conversationId: 'c',
  userMessageId: 'q',
  assistantMessageId: 'a',
  clientMessageId: 'm',
  mode: 'normal',
  status: 'streaming',
};
const usage = { messagesUsed: 1, messagesLimit: 10, periodEnd: '2026-01-01T00:00:00.000Z', isLimitReached: false };

function liveReply(hooks: Partial<LiveReplyHooks> = {}) {
  const stored: Message[] = [];
  const failures: unknown[] = [];
  const reply = new LiveReply(record, [], 0, {
    onProgress() {},
    async store(message) {
      stored.push(message);
      return { type: 'done', message, usage };
    },
    onFailure: (error) => failures.push(error),
    onFrame() {},
    lease: ownProcess().lease,
    ...hooks,
  });
  const events = (): StreamEvent[] =>
    (reply.log.after(-1, 1e6)?.text ?? '')
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)));
  return { reply, stored, failures, events };
}

const content = (text: string): ReplyEvent => ({ type: 'content', content: text });

it('sends the first chunk at once and merges those that follow within a frame', async () => {
  // A stopped clock: a busy machine takes longer than a frame between two lines.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(1000);
  const { reply, events } = liveReply();
  await reply.run(async (emit) => {
    emit(content('one '));
    expect(events()).toEqual([{ content: 'one ' }]);
    emit(content('two '));
    emit(content('three '));
    emit({ type: 'reasoning', content: 'hm', status: 'streaming' });
    emit({ type: 'reasoning', content: '', status: 'complete' });
  });
  expect(events().slice(0, 3)).toEqual([
    { content: 'one ' },
    { content: 'two three ' },
    { reasoning: { content: 'hm', status: 'complete', durationMs: expect.any(Number) } },
  ]);
});

it.each<[string, ReplyEvent[]]>([
  [
    'a search of 16 MB',
    [{ type: 'tool', name: 'web_search', status: 'starting', detail: 'x'.repeat(16 * 1024 * 1024) }],
  ],
  [
    'thousands of searches',
    Array.from({ length: 5_000 }, () => ({
      type: 'tool' as const,
      name: 'web_search' as const,
      status: 'completed' as const,
      detail: '\0'.repeat(1_000),
    })),
  ],
  ['an endless image prompt', [{ type: 'image', imageUrl: '/api/files/x', imagePrompt: '\u0001'.repeat(2_000_000) }]],
  [
    'thousands of long sources',
    [
      {
        type: 'sources',
        sources: Array.from({ length: 5_000 }, (_, index) => `https://example.com/${index}/${'ü'.repeat(1_900)}`),
      },
    ],
  ],
  ['only control characters', [content('\0'.repeat(1_000_000))]],
  ['control characters in pieces', Array.from({ length: 1_000 }, () => content('\u001b'.repeat(1_000)))],
  ['halves of surrogate pairs', [content('\ud83d'.repeat(1_000_000))]],
  ['only quotes', [content('"'.repeat(1_000_000))]],
  ['reasoning of control characters', [{ type: 'reasoning', content: '\x07'.repeat(1_000_000), status: 'streaming' }]],
  [
    'all of these together',
    [
      { type: 'reasoning', content: '\x07'.repeat(1_000_000), status: 'streaming' },
      { type: 'tool', name: 'web_search', status: 'starting', detail: '\0'.repeat(1_000_000) },
      {
        type: 'sources',
        sources: Array.from({ length: 99 }, (_, index) => `https://e.com/${index}${'"'.repeat(1_990)}`),
      },
    ],
  ],
])('keeps each line below its limit, in little processor time, when a service sends %s', async (_name, events) => {
  const { reply, stored } = liveReply();
  const lines: string[] = [];
  const { append } = reply.log;
  vi.spyOn(reply.log, 'append').mockImplementation((event) => {
    const frame = append.call(reply.log, event);
    lines.push(...frame.split('\n'));
    return frame;
  });
  // Processor time, because the machine may be busy with other tests.
  const before = process.threadCpuUsage();
  await reply.run(async (emit) => [...events, content('and this')].forEach(emit));
  const snapshot = JSON.stringify({ snapshot: stored[0] });
  const longest = Math.max(...[...lines, snapshot].map((line) => Buffer.byteLength(line)));
  expect(longest).toBeLessThan(MAX_STREAM_LINE);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1_500);
});

it('sends the last event only after the reply is stored', async () => {
  let release = () => {};
  const { reply, events } = liveReply({
    store: (message) =>
      new Promise((resolve) => {
        release = () => resolve({ type: 'done', message, usage });
      }),
  });
  const run = reply.run(async (emit) => {
    emit(content('all'));
  });
  await new Promise(setImmediate);
  expect(events()).toEqual([{ content: 'all' }]);
  expect(reply.isEnded).toBe(false);
  release();
  await run;
  expect(events().at(-1)).toMatchObject({ done: true, message: { text: 'all', status: 'complete' } });
});

it('never sends a done event when the reply could not be stored', async () => {
  const { reply, events, failures } = liveReply({ store: () => Promise.reject(new Error('The disk is full.')) });
  await reply.run(async (emit) => {
    emit(content('all'));
  });
  expect(events().at(-1)).toMatchObject({ code: 'unavailable' });
  expect(failures).toHaveLength(1);
  expect(reply.isEnded).toBe(true);
});

it('writes nothing more once another process has ended the reply', async () => {
  const { reply, stored, events } = liveReply();
  await reply.run(async (emit, signal) => {
    emit(content('mine'));
    reply.halt('fenced');
    expect(signal.aborted).toBe(true);
    emit(content('a ghost'));
  });
  expect(stored).toEqual([]);
  expect(events()).toEqual([{ content: 'mine' }]);
  expect(reply.isEnded).toBe(true);
});

it('holds all events while its lease is in doubt, then sends them in order', async () => {
  const { promise: settling, resolve: settle } = Promise.withResolvers<void>();
  const lease = { isDoubtful: false, settled: () => settling };
  const { reply, events } = liveReply({ lease });
  const run = reply.run(async (emit) => {
    emit(content('one '));
    lease.isDoubtful = true;
    emit(content('two '));
    emit({ type: 'tool', name: 'web_search', status: 'starting' });
    emit({ type: 'tool', name: 'web_search', status: 'completed' });
    emit(content('three '));
    emit(content('four'));
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(events()).toEqual([{ content: 'one ' }]);
  lease.isDoubtful = false;
  settle();
  await run;
  expect(events()).toMatchObject([
    { content: 'one ' },
    { content: 'two ' },
    { toolCall: { status: 'starting' } },
    { toolCall: { status: 'completed' } },
    { content: 'three four' },
    { done: true, message: { text: 'one two three four' } },
  ]);
});

it('shows users a generic message for an unexpected error and logs its cause', async () => {
  const { reply, stored, failures } = liveReply();
  const failure = new Error('a bug');
  await reply.run(() => Promise.reject(failure));
  expect(failures).toEqual([failure]);
  expect(stored).toMatchObject([{ status: 'failed', errorCode: 'internal' }]);
});

it('sends tools, pictures and sources at once, after the text that preceded them', async () => {
  const { reply, events } = liveReply();
  await reply.run(async (emit) => {
    emit(content('one '));
    emit(content('two '));
    emit({ type: 'tool', name: 'image_generation', status: 'starting' });
    expect(events().slice(1)).toEqual([
      { content: 'two ' },
      { toolCall: { name: 'image_generation', status: 'starting' } },
    ]);
    emit({ type: 'image', imageUrl: '/api/files/a', imagePrompt: 'a fox' });
    emit({ type: 'sources', sources: ['https://example.com/'] });
    expect(events()).toHaveLength(5);
  });
  expect(reply.message).toMatchObject({
    text: 'one two ',
    imageUrl: '/api/files/a',
    sources: ['https://example.com/'],
  });
});

it('sends a title while the reply is written, and never after its last event', async () => {
  const { reply, events } = liveReply();
  await reply.run(async (emit) => {
    emit(content('one '));
    emit(content('two '));
    reply.sendTitle('Counting');
  });
  reply.sendTitle('Too late');
  expect(events()).toMatchObject([{ content: 'one ' }, { content: 'two ' }, { title: 'Counting' }, { done: true }]);
});

it('keeps no more of a reply than fits into one line of the stream, however it arrives', async () => {
  const { reply, stored, events } = liveReply();
  await reply.run(async (emit, signal) => {
    emit(content('a'));
    expect(signal.aborted).toBe(false);
    emit(content('🦜'.repeat(1_000_000)));
    expect(signal.aborted).toBe(true);
    emit(content('never asked for'));
  });
  expect(stored[0]?.status).toBe('complete');
  expect(stored[0]?.text).toMatch(/^a(🦜)+$/u);
  expect(stored[0]?.text).toHaveLength(192 * 1024 - 1);
  for (const event of events()) expect(JSON.stringify(event).length).toBeLessThan(MAX_STREAM_LINE);
});

it('fails a reply that takes too long, and keeps its text', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { reply, stored } = liveReply();
  const run = reply.run(async (emit, signal) => {
    emit(content('so far'));
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  await run;
  const error = 'This reply took more than 10 minutes, so we stopped it. Please try again.';
  expect(stored).toMatchObject([{ status: 'failed', errorCode: 'model-timeout', error, text: 'so far' }]);
});
