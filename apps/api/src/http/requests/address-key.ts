import ipaddr from 'ipaddr.js';

/** Prefix length of an IPv6 network; a device can use any number of addresses inside it. */
const IPV6_PREFIX = 64;

/**
 * The rate-limit key of a network address: an IPv4 address itself, even if written as IPv6, and the /64 network of an
 * IPv6 address. Some proxies, such as Azure's Application Gateway, name a port behind the address.
 */
export function addressKey(named = ''): string {
  const ip = ipaddr.isValid(named) ? named : withoutPort(named);
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString().split('%')[0]}/${IPV6_PREFIX}`).toString();
}

function withoutPort(named: string): string {
  const host = URL.parse(`http://${named}`)?.hostname ?? '';
  return host.startsWith('[') ? host.slice(1, -1) : host;
}
