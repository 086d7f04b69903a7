import type { Readable } from 'node:stream';
import { AppError } from '@parley/core';
import type { Speech } from './speaker.ts';
import type { WaitingTime } from '../waiting-time.ts';

/** A sentence is spoken in less than a minute, which is 3 MB of WAV. */
const MAX_BYTES = 8 * 1024 * 1024;
/** The header of a WAV file and its first sample. */
const RECOGNIZED_BYTES = 45;

/**
 * Reads the audio of a speech service: resolves when its type is known. The service may take `waiting` for all of it,
 * the reader its own time. `explain` makes the error of a service that fails later.
 */
export async function readSpeech(
  body: Readable,
  waiting: WaitingTime,
  explain: (error: unknown) => AppError,
): Promise<Speech> {
  const chunks = readChunks(body, waiting);
  let beginning = Buffer.alloc(0);
  while (beginning.length < RECOGNIZED_BYTES) {
    const { done, value } = await chunks.next();
    if (done) break;
    beginning = Buffer.concat([beginning, value]);
  }
  const type = typeOf(beginning);
  if (type === null) {
    await chunks.return();
    throw new AppError('model-garbled');
  }
  async function* all() {
    try {
      yield beginning;
      yield* chunks;
    } catch (error) {
      throw explain(error);
    } finally {
      await chunks.return();
    }
  }
  return { type, chunks: all() };
}

/** Closes the body when it is too long, and when no more of it is wanted. */
async function* readChunks(body: Readable, waiting: WaitingTime): AsyncGenerator<Buffer, void> {
  const arriving = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await waiting.spend(() => arriving.next());
      if (done) return;
      size += value.length;
      if (size > MAX_BYTES) throw new SyntaxError(`The speech is longer than ${MAX_BYTES} bytes.`);
      yield value;
    }
  } finally {
    body.destroy();
  }
}

/** The MIME type of audio that every browser plays; null for anything else. */
function typeOf(beginning: Buffer): string | null {
  const head = beginning.toString('latin1', 0, 12);
  if (/^RIFF[^]{4}WAVE$/.test(head)) return beginning.length >= RECOGNIZED_BYTES ? 'audio/wav' : null;
  const isFrame = beginning[0] === 0xff && ((beginning[1] ?? 0) & 0xe6) === 0xe2;
  return head.startsWith('ID3') || isFrame ? 'audio/mpeg' : null;
}
