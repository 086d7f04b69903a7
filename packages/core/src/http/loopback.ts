/** Whether a host name leads to this machine alone. Takes IPv6 with and without brackets. */
export function isLoopback(hostname: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(hostname) || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** The host name in a Host header, in small letters; null where the header is no host with or without a port. */
export function hostnameIn(host: string | undefined): string | null {
  return /^(\[[\da-f:.]+\]|[^\s:/?#@\\[\]]+)(?::\d+)?$/i.exec(host ?? '')?.[1]?.toLowerCase() ?? null;
}

/**
 * Whether a request to a server that listens on this machine alone was addressed to it: to a loopback name or one of
 * `hostnames`, and, where a page sent it, by a page at such a name or of one of `origins`. A site can let its own name
 * lead to 127.0.0.1 (DNS rebinding), but the browser still sends that name.
 */
export function isAddressedHere(
  { host, origin }: { host?: string | undefined; origin?: string | undefined },
  hostnames: readonly string[],
  origins: readonly string[] = [],
): boolean {
  const isHere = (name: string | null) => name !== null && (isLoopback(name) || hostnames.includes(name));
  if (!isHere(hostnameIn(host))) return false;
  return origin === undefined || origins.includes(origin) || isHere(URL.parse(origin)?.hostname ?? null);
}
