import { isUtf8 } from 'node:buffer';
import http from 'node:http';
import https from 'node:https';
import { answerOf } from './answer-of.ts';
import { decodedBody } from './decoded-body.ts';
import { isPublicAddress, notPublic, publicLookup, type ResolveName } from './public-address.ts';
import { readBeginning } from './read-at-most.ts';

export interface PublicFetchOptions {
  /** Bytes that are read of a body with these headers, after decompression; the rest is left out. */
  maxBytes(headers: http.IncomingHttpHeaders): number;
  /** Milliseconds for everything, redirects included. */
  wholeMs: number;
  /** Closes the connection. */
  signal: AbortSignal;
  headers: Record<string, string>;
  /** Whether this address is exempt from the check, such as a stand-in's on this machine. */
  isExempt?(url: URL): boolean;
  resolve?: ResolveName;
}

export interface PublicResponse {
  /** The address after redirects. */
  url: URL;
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer<ArrayBuffer>;
}

const MAX_REDIRECTS = 5;

/**
 * Fetches an address that a user or a model named. The one way to addresses that no operator has set: it connects to
 * public addresses only, checks the very address that it connects to, checks each redirect in the same way, and sends
 * and keeps no cookies. Rejects with `ERR_NOT_PUBLIC` for any other address.
 */
export async function fetchPublic(first: URL, options: PublicFetchOptions): Promise<PublicResponse> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.wholeMs)]);
  try {
    return await follow(first, { ...options, signal });
  } catch (error) {
    // Says whether the time was up or the caller stopped.
    signal.throwIfAborted();
    throw error;
  }
}

async function follow(first: URL, options: PublicFetchOptions): Promise<PublicResponse> {
  const { maxBytes, wholeMs, signal } = options;
  let url = first;
  for (let redirects = 0; ; redirects++) {
    const message = await get(url, options);
    const { statusCode: status = 0, headers } = message;
    const next = status >= 300 && status < 400 && headers.location ? URL.parse(asUtf8(headers.location), url) : null;
    if (next && redirects < MAX_REDIRECTS) {
      message.destroy();
      url = next;
      continue;
    }
    const body = await readBeginning(decodedBody(message), maxBytes(headers), wholeMs);
    signal.throwIfAborted();
    return { url, status, headers, body };
  }
}

async function get(
  url: URL,
  { headers, signal, isExempt, resolve }: PublicFetchOptions,
): Promise<http.IncomingMessage> {
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username !== '' || url.password !== '') throw notPublic(`${url.protocol} with a password`);
  const exempt = isExempt?.(url) ?? false;
  // Node resolves no name for an address, so `publicLookup` would not see it.
  const address = url.hostname.replace(/^\[|\]$/g, '');
  if (!exempt && isAddress(address) && !isPublicAddress(address)) throw notPublic(address);
  const { request } = url.protocol === 'https:' ? https : http;
  const outgoing = request(url, { headers, signal, agent: false, ...(!exempt && { lookup: publicLookup(resolve) }) });
  outgoing.end();
  return answerOf(outgoing);
}

/** A header as it was sent, if in UTF-8, which some servers do with the letters of an address. */
function asUtf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}

function isAddress(hostname: string): boolean {
  return hostname.includes(':') || /^[\d.]+$/.test(hostname);
}
