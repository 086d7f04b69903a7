import { AppError, type Capability } from '@parley/core';
import { guessByteEncoding } from '../../files/guess-encoding.ts';
import { readDocument } from '../../files/read-document.ts';
import { fetchPublic, type PublicResponse } from '../../outgoing/fetch-public.ts';
import type { ResolveName } from '../../outgoing/public-address.ts';
import { runInPlace, runInThread, type ThreadCaller } from '../tools/threads/run-in-thread.ts';

export interface WebPage {
  /** The address after redirects. */
  url: string;
  title: string;
  text: string;
}

/** Reads pages of the web. */
export interface PageReader {
  /** Whether pages can be read. */
  capability: Capability;
  /** Reads the text of a page. Throws an `AppError` that says what is wrong with the page. */
  read(url: string, caller: ThreadCaller): Promise<WebPage>;
}

export interface PageReaderOptions {
  /** Address on this machine below which pages are read all the same: the sandbox's. */
  sandbox?: string | null;
  log?: { warn(fields: object, message: string): void };
  resolve?: ResolveName;
  /** Milliseconds for a page. */
  wholeMs?: number;
}

const MB = 1024 * 1024;
const MAX_BYTES = 3 * MB;
/** A truncated PDF can seldom be read. */
const MAX_PDF_BYTES = 10 * MB;
const WHOLE_MS = 10_000;
const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/i;
const PDF = 'application/pdf';
const TEXT = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b)/i;
const THREAD = new URL('../tools/threads/page-thread.ts', import.meta.url);
const HEADERS = { accept: 'text/html,text/plain;q=0.9,*/*;q=0.8', 'user-agent': 'Mozilla/5.0 (compatible; Parley)' };

export function openPageReader(options: PageReaderOptions = {}): PageReader {
  const { sandbox, log, resolve, wholeMs = WHOLE_MS } = options;
  const isExempt = (url: URL) => typeof sandbox === 'string' && url.href.startsWith(sandbox);

  async function load(url: URL, signal: AbortSignal): Promise<PublicResponse> {
    try {
      const maxBytes = ({ 'content-type': type }: PublicResponse['headers']) =>
        type?.startsWith(PDF) ? MAX_PDF_BYTES : MAX_BYTES;
      const request = { maxBytes, wholeMs, signal, headers: HEADERS, isExempt, ...(resolve && { resolve }) };
      return await fetchPublic(url, request);
    } catch (error) {
      signal.throwIfAborted();
      if (isRefused(error)) {
        log?.warn({ host: url.host, problem: error.message }, 'refused to read a page');
        throw new AppError('forbidden', { message: 'This address is not on the public web, so it is not read.' });
      }
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      throw new AppError('unavailable', {
        message: isLate ? 'The page did not answer in time.' : 'The page cannot be reached.',
      });
    }
  }

  return {
    capability: { ok: true },
    async read(written, caller) {
      const url = URL.parse(written);
      if (!url) throw new AppError('invalid-request', { message: 'This is not the address of a page.' });
      const { url: last, status, headers, body } = await load(url, caller.signal);
      if (status < 200 || status >= 300) {
        throw new AppError('not-found', { message: `The page answered with status ${status}.` });
      }
      const page = await contentOf(body, headers['content-type'] ?? 'text/html', caller);
      if (page.text.trim() === '') throw new AppError('not-found', { message: 'The page has no text.' });
      return { url: last.href, title: page.title || last.host, text: page.text.toWellFormed() };
    },
  };
}

async function contentOf(body: Buffer<ArrayBuffer>, type: string, caller: ThreadCaller): Promise<Omit<WebPage, 'url'>> {
  // Some servers send PDFs without their type.
  if (body.subarray(0, 5).toString('latin1') === '%PDF-') return { title: '', text: await readPdf(body, caller) };
  if (HTML.test(type)) return runInThread(THREAD, decoded(body, type), caller);
  if (TEXT.test(type)) return { title: '', text: decoded(body, type) };
  throw new AppError('unsupported-type', { message: 'The page has no text.' });
}

async function readPdf(body: Buffer<ArrayBuffer>, caller: ThreadCaller): Promise<string> {
  const document = await runInPlace(caller, () => readDocument('pdf', body)).catch((error: unknown) => {
    caller.signal.throwIfAborted();
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
    // The original messages are about attachments.
    throw new AppError(error.code, { message: 'The page is a PDF that cannot be read.' });
  });
  return document?.text ?? '';
}

function isRefused(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_NOT_PUBLIC';
}

/** Characters of a page in which it may name its encoding. */
const HEAD = 1_024;
const CHARSET = /charset\s{0,3}=\s{0,3}["']?([\w-]{1,40})/i;

/** Decodes as browsers do: by the byte order mark, the header or the page itself, or else as the bytes look. */
function decoded(body: Buffer, type: string): string {
  const label = markedIn(body) ?? CHARSET.exec(type)?.[1] ?? (HTML.test(type) ? namedIn(body) : null);
  try {
    if (label) return new TextDecoder(label).decode(body);
  } catch {
    // It throws a RangeError for an unknown encoding.
  }
  try {
    // The last character may be cut off.
    return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: true });
  } catch {
    return new TextDecoder(guessByteEncoding(body)).decode(body);
  }
}

function markedIn(body: Buffer): string | null {
  const mark = body.subarray(0, 3).toString('hex');
  if (mark === 'efbbbf') return 'utf-8';
  if (mark.startsWith('fffe')) return 'utf-16le';
  return mark.startsWith('feff') ? 'utf-16be' : null;
}

function namedIn(body: Buffer): string | null {
  const label = CHARSET.exec(body.subarray(0, HEAD).toString('latin1'))?.[1];
  // A page whose name of UTF-16 is readable as ASCII is not UTF-16.
  return label === undefined || /^(?:utf-16|unicode$)/i.test(label) ? null : label;
}
