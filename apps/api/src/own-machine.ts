import type { IncomingHttpHeaders } from 'node:http';
import { hostnameIn, isLoopback } from '@parley/core';

/** Where a server listens, and how others reach it. */
interface Reach {
  isProduction: boolean;
  host: string;
  /** Null: not set. */
  publicUrl: string | null;
  apiUrl: string | null;
  /** Proxies in front of the server. */
  trustedProxies: number;
}

/**
 * Whether only users of this machine can reach this server: it listens on loopback, has no proxy in front of it and no
 * public address elsewhere, and is not in production. Only then may a stand-in sign users in.
 */
export function isOwnMachine({ isProduction, host, publicUrl, trustedProxies }: Omit<Reach, 'apiUrl'>): boolean {
  const isPublished = publicUrl !== null && !isLoopback(URL.parse(publicUrl)?.hostname ?? '');
  return !isProduction && isLoopback(host) && trustedProxies === 0 && !isPublished;
}

/** Headers of which proxies add at least one. */
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * Whether a request was sent directly to a name of this machine: not through an unconfigured proxy, nor from another
 * site's page whose host name resolves to this machine.
 */
export function isFromOwnMachine(headers: IncomingHttpHeaders): boolean {
  return isLoopback(hostnameIn(headers.host) ?? '') && !PASSED_ON.some((name) => name in headers);
}

/**
 * Host names besides the loopback ones that a server with these settings answers to; null when it listens on a network
 * and answers to all.
 */
export function ownHostnames({
  host,
  publicUrl,
  apiUrl,
}: Pick<Reach, 'host' | 'publicUrl' | 'apiUrl'>): string[] | null {
  if (!isLoopback(host)) return null;
  return [publicUrl, apiUrl].flatMap((url) => URL.parse(url ?? '')?.hostname ?? []);
}
