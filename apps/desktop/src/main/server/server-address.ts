import { isLoopback } from '@parley/core';

const LONGEST = 200;

/**
 * Parses a typed address to an origin without a trailing slash. Null if it is not safe to send a password there:
 * anything but https, unless it is this machine.
 */
export function parseServerAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === '' || text.length > LONGEST) return null;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${isLocal(text) ? 'http' : 'https'}://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isPlain || url.pathname !== '/') return null;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe ? url.origin : null;
}

function isLocal(text: string): boolean {
  return URL.canParse(`http://${text}`) && isLoopback(new URL(`http://${text}`).hostname);
}
