import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that one customer of a network is given. */
const IPV6_PREFIX = 56;

/**
 * What a network address is counted under: an IPv4 address by itself, also where it is written as IPv6, and an IPv6
 * address by its network, of which one person has countless addresses.
 */
export function addressKey(ip: string | undefined): string {
  if (!ip || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString().split('%')[0]}/${IPV6_PREFIX}`).toString();
}
