import ipaddr from 'ipaddr.js';

/** Prefix length of an IPv6 network; a device can use any number of addresses inside it. */
const IPV6_PREFIX = 64;

/**
 * The rate-limit key of a network address: an IPv4 address itself, even if written as IPv6, and the /64 network of an
 * IPv6 address.
 */
export function addressKey(ip: string | undefined): string {
  if (!ip || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString().split('%')[0]}/${IPV6_PREFIX}`).toString();
}
