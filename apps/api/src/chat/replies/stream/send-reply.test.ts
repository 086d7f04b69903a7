import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { applyEvent, completeReply, newReply, type SequencedEvent, type StreamEvent } from '@parley/core';
import { parseStream } from '@parley/core/read-stream';
import { DEADLINES } from '../../../limits/deadlines.ts';
import { fold } from '../../../testing/reply-stream.ts';
import { ReplyLog } from './reply-log.ts';
import { sendLiveReply } from './send-reply.ts';

const usage = { messagesUsed: 1, messagesLimit: 10, periodEnd: '2026-01-01T00:00:00.000Z', isLimitReached: false };

it('buffers nothing for a reader who stops reading, and sends it everything when it reads again', async () => {
  const reply = { log: new ReplyLog(), message: newReply('g', { id: 'a', now: 0, mode: 'normal' }), isEnded: false };
  const append = (event: StreamEvent) => {
    const sequenced = { seq: reply.log.lastSeq + 1, event };
    reply.message = applyEvent(reply.message, sequenced);
    reply.log.append(sequenced);
    reply.log.notify();
  };
  const responses: ServerResponse[] = [];
  const app = express().get('/', (_req, res) => {
    responses.push(res);
    sendLiveReply(reply, -1, res, DEADLINES, () => {});
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  append({ type: 'accepted', generationId: 'g', userMessageId: 'q', assistantMessageId: 'a' });
  const readers = await Promise.all(Array.from({ length: 5 }, () => connect(server.address() as AddressInfo)));

  // Titles change no message: they fill every buffer on the way while the reply itself stays small.
  let mostHeld = 0;
  for (let piece = 0; piece < 20_000; piece++) {
    append({ type: 'title', title: `${piece} `.padEnd(2_000, '.') });
    if (piece % 100 === 0) append({ type: 'content', content: `${piece} ` });
    mostHeld = Math.max(mostHeld, ...responses.map((res) => res.writableLength));
    if (piece % 20 === 0) await new Promise(setImmediate);
  }
  expect(mostHeld).toBeGreaterThan(0);
  expect(mostHeld).toBeLessThan(256 * 1024);
  append({ type: 'done', message: completeReply(reply.message, 'complete'), usage });
  reply.isEnded = true;
  reply.log.notify();

  for (const reader of readers) {
    const events: SequencedEvent[] = [];
    for await (const event of parseStream(reader)) events.push(event);
    expect(events.some(({ event }) => event.type === 'snapshot')).toBe(true);
    expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).toSorted((a, b) => a - b));
    expect(events.at(-1)?.event.type).toBe('done');
    expect(fold(events)).toEqual(reply.message);
  }
  server.close();
});

it('sends the end to a reader who names an event after the last one', async () => {
  const reply = { log: new ReplyLog(), message: newReply('g', { id: 'a', now: 0, mode: 'normal' }), isEnded: false };
  reply.log.append({
    seq: 0,
    event: { type: 'accepted', generationId: 'g', userMessageId: 'q', assistantMessageId: 'a' },
  });
  const app = express().get('/', (_req, res) => sendLiveReply(reply, 7, res, DEADLINES, () => {}));
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const reader = await connect(server.address() as AddressInfo);
  reply.message = completeReply(reply.message, 'complete');
  reply.log.append({ seq: 1, event: { type: 'done', message: reply.message, usage } });
  reply.isEnded = true;
  reply.log.notify();

  const events: SequencedEvent[] = [];
  for await (const event of parseStream(reader)) events.push(event);
  expect(events.map(({ seq, event }) => [seq, event.type])).toEqual([
    [0, 'snapshot'],
    [1, 'done'],
  ]);
  server.close();
});

/** Connects a reader that reads nothing until it is iterated. */
function connect({ port }: AddressInfo): Promise<IncomingMessage> {
  return new Promise((resolve) => get({ port, host: '127.0.0.1', agent: false }, resolve));
}
