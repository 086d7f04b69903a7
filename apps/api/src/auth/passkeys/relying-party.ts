import ipaddr from 'ipaddr.js';
import { isLoopback } from '@parley/core';

/** The party that passkeys belong to, as browsers check it. */
export interface RelyingParty {
  /** The host of the public URL, never that of a request. */
  id: string;
  origin: string;
}

/**
 * The relying party at this public URL; null where browsers allow no passkeys: without https (except on localhost), and
 * at IP addresses.
 */
export function relyingPartyAt(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isNumber = ipaddr.isValid(hostname.replace(/^\[|\]$/g, ''));
  const isSecure = protocol === 'https:' || isLoopback(hostname);
  return isSecure && !isNumber ? { id: hostname, origin } : null;
}
