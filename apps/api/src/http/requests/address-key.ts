import ipaddr from 'ipaddr.js';

/** Prefix length of an IPv6 network; a device can use any number of addresses inside it. */
const IPV6_PREFIX = 64;

/**
 * The rate-limit key of a network address: an IPv4 address itself, even if written as IPv6, and the /64 network of an
 * IPv6 address. Some proxies, such as Azure's Application Gateway, name a port behind the address.
 */
export function addressKey(named = ''): string {
  const address = parse(named) ?? parse(withoutPort(named));
  if (!address) return 'unknown';
  if (address.kind() === 'ipv4') return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString().split('%')[0]}/${IPV6_PREFIX}`).toString();
}

function parse(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  return ipaddr.isValid(ip) ? ipaddr.process(ip) : null;
}

function withoutPort(named: string): string {
  const host = URL.parse(`http://${named}`)?.hostname ?? '';
  return host.startsWith('[') ? host.slice(1, -1) : host;
}
