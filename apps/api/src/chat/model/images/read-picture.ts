import { AppError, t } from '@parley/core';
import { fileTypeFromBuffer } from 'file-type';
import { fetchPublic } from '../../../outgoing/fetch-public.ts';

/** Limit in bytes for a picture behind a link. */
const MAX_LINKED = 48 * 1024 * 1024;
const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp']);

interface ReadOptions {
  /** The service's origin. Its own links may lead to a private network. */
  origin: string;
  /** Timeout in milliseconds for loading a linked picture. */
  wholeMs: number;
  signal: AbortSignal;
}

/**
 * Returns the first picture of a response as PNG, JPEG or WebP, and downloads it if the response has only its link.
 * Throws `model-garbled` when there is none, and `model-filtered` when the service withholds it.
 */
export async function readPicture(answer: unknown, options: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
  const { b64_json: packed, url, respect_moderation: mayBeShown } = pictureIn(answer);
  if (mayBeShown === false) throw new AppError('model-filtered');
  const given = packed || url;
  if (typeof given !== 'string') throw garbled(t`The image service sent no image.`);
  const isLink = !packed && !given.startsWith('data:');
  const bytes = isLink ? await load(given, options) : new Uint8Array(Buffer.from(withoutPrefix(given), 'base64'));
  const found = await fileTypeFromBuffer(bytes);
  if (!found || !TYPES.has(found.mime)) throw garbled(t`The image service sent something that isn’t an image.`);
  return bytes;
}

interface WirePicture {
  b64_json?: unknown;
  url?: unknown;
  /** xAI: false for a withheld picture. */
  respect_moderation?: unknown;
}

function pictureIn(answer: unknown): WirePicture {
  return (answer as { data?: WirePicture[] } | null)?.data?.[0] ?? {};
}

/** Strips the prefix of a data URI from base64. */
function withoutPrefix(given: string): string {
  return given.startsWith('data:') ? given.slice(given.indexOf(',') + 1) : given;
}

async function load(link: string, { origin, wholeMs, signal }: ReadOptions): Promise<Uint8Array<ArrayBuffer>> {
  const isExempt = (url: URL) => url.origin === origin;
  try {
    const { status, body } = await fetchPublic(new URL(link), {
      maxBytes: () => MAX_LINKED,
      wholeMs,
      signal,
      headers: { Accept: 'image/png, image/jpeg, image/webp' },
      isExempt,
    });
    if (status !== 200) throw new Error(`The link of the picture answered ${status}.`);
    return body;
  } catch (cause) {
    signal.throwIfAborted();
    throw garbled(t`The image service sent a link instead of an image.`, cause);
  }
}

function garbled(message: string, cause?: unknown): AppError {
  return new AppError('model-garbled', { message, cause });
}
