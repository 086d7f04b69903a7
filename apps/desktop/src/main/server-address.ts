import { isLoopback } from '@parley/core';

const LONGEST = 200;

/**
 * The origin that somebody means who typed this, without a slash at the end; null for what is no address to trust a
 * password to: anything but https, unless it is this very machine.
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
