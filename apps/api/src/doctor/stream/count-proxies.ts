/** An address for documentation (RFC 5737), that the doctor names as its own. */
export const CLAIMED_ADDRESS = '192.0.2.1';

/**
 * Counts the proxies that wrote themselves into `X-Forwarded-For`: each appends the address it was asked from. Whatever
 * stands before and at the claimed address came from the client; a proxy that replaces the header has removed it.
 */
export function countProxies(header: string | undefined): number {
  const addresses = (header ?? '').split(',').filter((address) => address.trim() !== '');
  const claimed = addresses.findLastIndex((address) => address.trim() === CLAIMED_ADDRESS);
  return addresses.length - claimed - 1;
}
