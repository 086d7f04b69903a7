import ipaddr from 'ipaddr.js';

/** Bits of an IPv6 address that name its network; one device there has as many addresses as it likes. */
const IPV6_PREFIX = 64;

/**
 * What a network address is counted under: an IPv4 address by itself, also where it is written as IPv6, and an IPv6
 * address by its /64 network.
 */
export function addressKey(ip: string | undefined): string {
  if (!ip || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString().split('%')[0]}/${IPV6_PREFIX}`).toString();
}
