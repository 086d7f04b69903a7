import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../api/chat/message.ts';
import { failReply, newReply, completeReply } from '../chat/message.ts';
import {
  applyEvent,
  decodeEvent,
  encodeEvent,
  encodeFrame,
  HEARTBEAT_FRAME,
  MAX_STREAM_LINE,
  type SequencedEvent,
  type StreamEvent,
} from './stream.ts';
import { createEventReader, parseStream } from './read-stream.ts';

const reply: Message = newReply('g', { id: 'a', now: 0, mode: 'thinking' });
const usage = { messagesUsed: 1, messagesLimit: 10, periodEnd: '2026-01-01T12:00:00.000Z', isLimitReached: false };

const SAMPLES: StreamEvent[] = [
  { type: 'accepted', generationId: 'g', userMessageId: 'u', assistantMessageId: 'a' },
  { type: 'title', title: 'Über Zeilen, 字 und 👩‍👩‍👧' },
  { type: 'reasoning', content: 'first\n\nthen', status: 'streaming' },
  { type: 'reasoning', content: '', status: 'complete' },
  { type: 'content', content: 'data: not a line\r\n\u2028 "quoted" \u0000 👩‍👩‍👧 日本語' },
  { type: 'tool', name: 'web_search', status: 'starting', detail: 'tide tables' },
  { type: 'image', imageUrl: '/api/files/x', imagePrompt: 'a harbour' },
  { type: 'sources', sources: ['https://example.org/tides'] },
  { type: 'files', fileSources: [{ fileId: 'f', name: 'tides.pdf', excerpt: 'Ebb' }] },
  { type: 'cut' },
  { type: 'snapshot', message: { ...reply, text: 'so far' } },
  { type: 'done', message: completeReply({ ...reply, text: 'all' }, 'complete'), usage },
  { type: 'error', error: 'It broke.', code: 'model-disconnected' },
];

describe('encoding events', () => {
  it.each(SAMPLES)('encodes and decodes $type', (event) => {
    expect(decodeEvent(encodeEvent(event))).toEqual(event);
  });

  it('every event type has a sample', () => {
    const types: Record<StreamEvent['type'], true> = {
      accepted: true,
      title: true,
      content: true,
      reasoning: true,
      tool: true,
      image: true,
      sources: true,
      files: true,
      cut: true,
      snapshot: true,
      done: true,
      error: true,
    };
    expect(new Set(SAMPLES.map((event) => event.type))).toEqual(new Set(Object.keys(types)));
  });

  it('an encoded event has an id line, a data line and a blank line, with the field names of the spec', () => {
    expect(encodeFrame({ seq: 7, event: { type: 'content', content: 'Hi' } })).toBe(
      'id: 7\ndata: {"content":"Hi"}\n\n',
    );
  });

  it.each(['', 'null', '[]', '{', '{"content":5}', '{"unknown":1}', '"text"', '{"reasoning":{"content":1}}'])(
    'the reader skips data that is not an event: %s',
    (data) => {
      expect(decodeEvent(data)).toBeNull();
    },
  );

  it.each([{}, { message: { id: 'a' }, usage }, { message: completeReply(reply, 'complete') }, { message: 7, usage }])(
    'a last event that does not fit ends the reply with a sentence: %j',
    (rest) => {
      const event = decodeEvent(JSON.stringify({ done: true, ...rest }));
      expect(event).toMatchObject({
        type: 'error',
        code: 'internal',
        error: expect.stringContaining('update the app'),
      });
      const ended = applyEvent({ ...reply, text: 'so far' }, { seq: 9, event: event as StreamEvent });
      expect(ended).toMatchObject({ text: 'so far', status: 'failed' });
    },
  );

  it('skips a snapshot that does not fit', () => {
    expect(decodeEvent('{"snapshot":{"id":"a"}}')).toBeNull();
  });

  it('an error with an unknown code is decoded as internal', () => {
    expect(decodeEvent('{"error":"No."}')).toEqual({ type: 'error', error: 'No.', code: 'internal' });
    expect(decodeEvent('{"error":"No.","code":"toString"}')).toEqual({ type: 'error', error: 'No.', code: 'internal' });
  });
});

describe('reading a stream', () => {
  const frames = SAMPLES.map((event, seq) => ({ seq, event }));
  const forms: Record<string, string> = {
    'as it is sent': frames.map(encodeFrame).join(''),
    'with CRLF': frames.map(encodeFrame).join('').replaceAll('\n', '\r\n'),
    'with CR': frames.map(encodeFrame).join('').replaceAll('\n', '\r'),
    'with a byte order mark': `\uFEFF${frames.map(encodeFrame).join('')}`,
    'with heartbeats and comments': frames.map((frame) => `${HEARTBEAT_FRAME}:\n${encodeFrame(frame)}: ü\n\n`).join(''),
    'without the space after the colon': frames.map(encodeFrame).join('').replaceAll('\ndata: {', '\ndata:{'),
    'with unknown fields between': frames.map((frame) => `retry: 5\nfoo: bar\n${encodeFrame(frame)}`).join(''),
    'with unreadable lines between': frames.map((frame) => `data: {oops\n\n${encodeFrame(frame)}`).join(''),
  };

  it.each(Object.entries(forms))('T20: the reader yields the same events for any chunking: %s', async (_name, text) => {
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 60 }), async (cuts) => {
        const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length];
        const pieces = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
        expect(await collect(parseStream(inTurn(pieces)))).toEqual(frames);
      }),
      { numRuns: 400 },
    );
    const singles = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    expect(await collect(parseStream(inTurn(singles)))).toEqual(frames);
  });

  it.each([
    ['an event of a newer server', 'id: 7\ndata: {"vote":1}', [{ seq: 7, event: { type: 'content', content: '' } }]],
    ['an event of a newer server before the first one', 'id: 0\ndata: {"vote":1}', []],
    ['a snapshot that does not fit', 'id: 7\ndata: {"snapshot":{"id":"a"}}', []],
    ['damaged data', 'id: 7\ndata: [{', []],
    ['an event without a number', 'data: {"vote":1}', []],
  ])('the reader changes nothing for %s', async (_what, text, expected) => {
    expect(await collect(parseStream(inTurn([new TextEncoder().encode(`${text}\n\n`)])))).toEqual(expected);
  });

  it('the reader skips an incomplete last event', async () => {
    const cut = new TextEncoder().encode(
      encodeFrame({ seq: 0, event: { type: 'content', content: 'x' } }).slice(0, -1),
    );
    expect(await collect(parseStream(inTurn([cut])))).toEqual([]);
  });

  it('the reader never throws on invalid text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 })), async (pieces) => {
        await collect(parseStream(inTurn(pieces)));
      }),
    );
  });

  it('the reader accepts a line of nearly a megabyte and rejects a longer one', () => {
    const content = 'x'.repeat(MAX_STREAM_LINE - 100);
    const read: SequencedEvent[] = [];
    createEventReader((event) => read.push(event)).feed(
      new TextEncoder().encode(encodeFrame({ seq: 0, event: { type: 'content', content } })),
    );
    expect(read).toHaveLength(1);

    const endless = createEventReader(() => {});
    const piece = new TextEncoder().encode(`data: ${'x'.repeat(64 * 1024)}`);
    expect(() => {
      for (let sent = 0; sent <= MAX_STREAM_LINE + piece.length; sent += piece.length) endless.feed(piece);
    }).toThrow(RangeError);
  });

  it('the reader reports every chunk, including heartbeats', () => {
    let pieces = 0;
    const reader = createEventReader(
      () => {},
      () => pieces++,
    );
    reader.feed(new TextEncoder().encode(HEARTBEAT_FRAME));
    expect(pieces).toBe(1);
  });
});

describe('applying events', () => {
  const fold = (events: StreamEvent[]): Message =>
    events.reduce((message, event, seq) => applyEvent(message, { seq, event }), reply);

  it('applying events appends answer and reasoning separately', () => {
    const message = fold([
      { type: 'accepted', generationId: 'g', userMessageId: 'u', assistantMessageId: 'a' },
      { type: 'reasoning', content: 'Let me ', status: 'streaming' },
      { type: 'reasoning', content: 'see.', status: 'streaming' },
      { type: 'reasoning', content: '', status: 'complete' },
      { type: 'content', content: 'It is ' },
      { type: 'content', content: '42.' },
    ]);
    expect(message).toMatchObject({
      text: 'It is 42.',
      reasoningContent: 'Let me see.',
      isReasoningStreaming: false,
      seq: 5,
    });
  });

  it('a snapshot and the final event replace the whole message', () => {
    const snapshot = { ...reply, text: 'elsewhere', seq: 9 };
    expect(
      fold([
        { type: 'content', content: 'lost' },
        { type: 'snapshot', message: snapshot },
      ]),
    ).toEqual(snapshot);
    const message = completeReply({ ...reply, text: 'final' }, 'complete');
    expect(
      fold([
        { type: 'content', content: 'fin' },
        { type: 'done', message, usage },
      ]),
    ).toEqual(message);
  });

  it('an error event keeps the received text', () => {
    const failed = fold([
      { type: 'content', content: 'Half of' },
      { type: 'error', error: 'It broke.', code: 'model-disconnected' },
    ]);
    expect(failed).toMatchObject({ text: 'Half of', status: 'failed', isError: true, error: 'It broke.' });
    expect(failed).toEqual(failReply({ ...reply, text: 'Half of' }, 'model-disconnected', 'It broke.'));
  });

  it('applying an event never mutates the given message', () => {
    const call = { name: 'web_search', detail: 'tide tables' } as const;
    const given: Message = { ...reply, toolCalls: [{ ...call, status: 'starting' }] };
    const before = structuredClone(given);
    for (const event of [...SAMPLES, { ...call, type: 'tool', status: 'completed' } as const]) {
      applyEvent(given, { seq: 1, event });
      expect(given, event.type).toStrictEqual(before);
    }
  });
});

async function* inTurn(pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('activities', () => {
  const fold = (events: StreamEvent[]) =>
    events.reduce((message, event, seq) => applyEvent(message, { seq, event }), reply);

  it('an activity is listed as running and updated in place when it ends', () => {
    const first: StreamEvent = { type: 'tool', name: 'web_search', status: 'starting', detail: 'tides' };
    const other = { ...first, detail: 'ebb' };
    expect(fold([first, other, { ...other, status: 'completed', seconds: 1.5 }]).toolCalls).toEqual([
      { name: 'web_search', status: 'starting', detail: 'tides' },
      { name: 'web_search', status: 'completed', detail: 'ebb', seconds: 1.5 },
    ]);
    expect(fold([first]).toolCalls).toEqual([{ name: 'web_search', status: 'starting', detail: 'tides' }]);
    expect(
      fold([first, { type: 'tool', name: 'web_search', status: 'error' }, { ...first, detail: 'moon' }]).toolCalls,
    ).toEqual([
      { name: 'web_search', status: 'error', detail: 'tides' },
      { name: 'web_search', status: 'starting', detail: 'moon' },
    ]);
  });

  it('image and sources events set the image and the last sources', () => {
    const message = fold([
      { type: 'image', imageUrl: '/api/files/x', imagePrompt: 'a harbour' },
      { type: 'sources', sources: ['https://a.example/'] },
      { type: 'sources', sources: ['https://b.example/'] },
    ]);
    expect(message).toMatchObject({
      imageUrl: '/api/files/x',
      imagePrompt: 'a harbour',
      sources: ['https://b.example/'],
    });
  });

  it('sources are read from either field name and cleaned', () => {
    const sources = ['https://a.example/', 'null', '', 'ftp://b'];
    expect(decodeEvent(JSON.stringify({ searchResults: sources }))).toEqual({
      type: 'sources',
      sources: ['https://a.example/'],
    });
  });
});
