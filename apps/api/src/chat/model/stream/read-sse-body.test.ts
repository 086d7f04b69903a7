import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSseBody } from './read-sse-body.ts';

const TEXTS = ['Hello', 'Grüße', '日本語の文', '👩‍👩‍👧 👋🏽', '\ufeff', 'a: b', ' ', ': no comment', '\u2028', '"[DONE]"'];
const DATA = TEXTS.map((content) => JSON.stringify({ content }));
const STREAM = DATA.map((data, index) => `: 注\nid: ${index}\ndata: ${data}\n\n`).join('');
const FORMS = {
  LF: STREAM,
  CRLF: STREAM.replaceAll('\n', '\r\n'),
  CR: STREAM.replaceAll('\n', '\r'),
  'a byte order mark': `\ufeff${STREAM}`,
  'no line break at its end': STREAM.trimEnd(),
};

/** The data of all events in a body that arrives in these pieces. */
async function dataIn(pieces: Uint8Array[]): Promise<string[]> {
  const read: string[] = [];
  await readSseBody({
    // A lazy stream keeps the pieces apart.
    open: async () => Readable.from(pieces, { objectMode: false, highWaterMark: 1 }),
    onData(data) {
      read.push(data);
      return false;
    },
    onRest: () => {},
    onDone: () => {},
    onPlainBody: () => {},
    hasBegun: () => read.length > 0,
    firstEventMs: 10_000,
    betweenEventsMs: 10_000,
    signal: new AbortController().signal,
  });
  return read;
}

const cut = (bytes: Uint8Array, places: number[]) => {
  const edges = [0, ...places.toSorted((a, b) => a - b), bytes.length];
  return edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
};

test.each(Object.entries(FORMS))('T20: reads the same events however a stream with %s is cut', async (_name, text) => {
  const bytes = Buffer.from(text);
  expect(await dataIn([bytes])).toEqual(DATA);
  expect(await dataIn(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(DATA);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 60 }), async (places) => {
      expect(await dataIn(cut(bytes, places))).toEqual(DATA);
    }),
    { numRuns: 100 },
  );
});

test('T20: reads any bytes to their end', async () => {
  const line = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.constantFrom('data: ', 'event: x', ':', '\n', '\r\n\r\n'));
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 20 }), async (pieces) => {
      await dataIn(pieces.map((piece) => Buffer.from(piece)));
    }),
    { numRuns: 300 },
  );
});
