import { t } from '@parley/core';
import { JSONParser, TokenType } from '@streamparser/json';

/** Largest single conversation in bytes; also what a file may have that is no list. */
const MAX_VALUE_BYTES = 64 * 1024 * 1024;
/** Most tokens of a single conversation, and levels in it: in memory, each takes many times its bytes. */
const MAX_TOKENS = 8_000_000;
const MAX_DEPTH = 20_000;
/** Largest JSON file in bytes, unpacked: a larger one is no export. */
const MAX_BYTES = 4 * 1024 ** 3;
/** Bytes from which the form of a file is known. */
const HEAD_BYTES = 1024;

const BYTE_ORDER_MARK = '\ufeff';

/** A file that is no export. */
export class UnreadableError extends Error {
  /** Returns the reason as a sentence with the name of the file. */
  readonly describe: (file: string) => string;

  constructor(describe: (file: string) => string, options?: ErrorOptions) {
    super(describe('?'), options);
    this.describe = describe;
  }
}

const damaged = (file: string) => t`${file} is damaged or cut off. Download it again.`;
const tooLargeInside = (file: string) => t`${file} has a conversation that is too large to read.`;

/**
 * Yields the conversations of a JSON file: the items of its list, of its field `conversations`, or else the whole.
 * Holds one of them in memory at a time. Throws `UnreadableError`.
 */
export async function* readJsonValues(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<unknown, void, undefined> {
  const reader = stream.getReader();
  try {
    const head: Uint8Array<ArrayBuffer>[] = [];
    let headBytes = 0;
    while (headBytes < HEAD_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      head.push(value);
      headBytes += value.length;
    }
    yield* readItems(chain(head, reader), pathIn(head));
  } catch (error) {
    if (error instanceof UnreadableError) throw error;
    throw new UnreadableError(damaged, { cause: error });
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The path of the conversations. */
function pathIn(head: Uint8Array<ArrayBuffer>[]): string {
  const text = decode(head).replace(BYTE_ORDER_MARK, '').trimStart();
  if (text.startsWith('[')) return '$.*';
  if (!text.startsWith('{')) throw new UnreadableError((file) => t`${file} is neither a ZIP nor a JSON file.`);
  return /"conversations"\s{0,9}:\s{0,9}\[/.test(text.slice(0, HEAD_BYTES)) ? '$.conversations.*' : '$';
}

async function* chain(
  head: Uint8Array<ArrayBuffer>[],
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield* head;
  for (let total = 0; ;) {
    const { done, value } = await reader.read();
    if (done) return;
    total += value.length;
    if (total > MAX_BYTES) throw new UnreadableError((file) => t`${file} is too large to be an export.`);
    yield value;
  }
}

async function* readItems(chunks: AsyncIterable<Uint8Array<ArrayBuffer>>, path: string): AsyncGenerator<unknown> {
  const parser = new JSONParser({ paths: [path], keepStack: false });
  const found: unknown[] = [];
  let [bytesSince, tokensSince, depth] = [0, 0, 0];
  let isFirst = true;
  parser.onToken = ({ token }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth++;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth--;
    if (++tokensSince > MAX_TOKENS || depth > MAX_DEPTH) throw new UnreadableError(tooLargeInside);
  };
  parser.onValue = ({ value }) => {
    found.push(value);
    bytesSince = 0;
    tokensSince = 0;
  };
  for await (const chunk of chunks) {
    bytesSince += chunk.length;
    try {
      parser.write(isFirst ? withoutMark(chunk) : chunk);
    } finally {
      // Also those before a damage in this chunk.
      yield* found.splice(0);
    }
    isFirst = false;
    if (bytesSince > MAX_VALUE_BYTES) throw new UnreadableError(tooLargeInside);
  }
  if (!parser.isEnded) throw new UnreadableError(damaged);
}

function decode(parts: Uint8Array<ArrayBuffer>[]): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  return parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
}

function withoutMark(chunk: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
}
