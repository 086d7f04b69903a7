import { lookup as resolveName, type LookupAddress, type LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether an address belongs to the public internet: not to this machine, a private network or a reserved range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `process` reads IPv4 addresses inside IPv6 ones.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv6 ? parsed.match(GLOBAL_IPV6) : address !== AZURE_HOST;
}

/** All of IPv6 that is in use on the internet; the rest contains forms that hold IPv4 addresses, such as `::7f00:1`. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** An address of the public range where Azure's machines reach their host. */
const AZURE_HOST = '168.63.129.16';

/** Node's `dns.lookup`, as tests replace it. */
export type ResolveName = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name once, for the connection that is made with the result: what was checked is what is connected to.
 * Fails with `ERR_NOT_PUBLIC` if any of its addresses is not public. Connections to an address in the URL resolve
 * nothing and have to be checked beforehand.
 */
export function publicLookup(resolve: ResolveName = resolveName): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const refused = found.find(({ address }) => !isPublicAddress(address));
      const [first] = found;
      if (refused || !first) return done(notPublic(`${hostname} resolves to ${refused?.address ?? 'nothing'}`), []);
      if (options.all) done(null, found);
      else done(null, first.address, first.family);
    });
  };
}

export function notPublic(problem: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${problem}, which is not a public address.`), { code: 'ERR_NOT_PUBLIC' });
}
