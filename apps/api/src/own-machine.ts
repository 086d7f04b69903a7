import type { IncomingHttpHeaders } from 'node:http';
import { hostnameIn, isLoopback } from '@parley/core';
import type { Config } from './config.ts';

/**
 * Whether only people at this machine reach this server: it listens here alone, no proxy stands before it, its public
 * address is here, and it is not in production. Only then may a stand-in say who somebody is.
 */
export function isOwnMachine({
  isProduction,
  host,
  publicUrl,
  trustedProxies,
}: Pick<Config, 'isProduction' | 'host' | 'publicUrl' | 'trustedProxies'>): boolean {
  const isPublished = publicUrl !== null && !isLoopback(URL.parse(publicUrl)?.hostname ?? '');
  return !isProduction && isLoopback(host) && trustedProxies === 0 && !isPublished;
}

/** What proxies add, one of them at least. */
const PASSED_ON = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/**
 * Whether a request came straight to a name of this machine: not through a proxy that no setting tells of, nor from a page
 * of elsewhere whose name leads here.
 */
export function isFromOwnMachine(headers: IncomingHttpHeaders): boolean {
  return isLoopback(hostnameIn(headers.host) ?? '') && !PASSED_ON.some((name) => name in headers);
}

/**
 * Host names beside the loopback ones that a server with these settings answers to; null where it listens on a network and
 * answers to all.
 */
export function ownHostnames({
  host,
  publicUrl,
  apiUrl,
}: Pick<Config, 'host' | 'publicUrl' | 'apiUrl'>): string[] | null {
  if (!isLoopback(host)) return null;
  return [publicUrl, apiUrl].flatMap((url) => URL.parse(url ?? '')?.hostname ?? []);
}
