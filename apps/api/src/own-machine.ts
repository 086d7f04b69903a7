import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from './config.ts';

export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host);
}

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
  const host = URL.parse(`http://${headers.host}`)?.hostname ?? '';
  return isLoopback(host) && !PASSED_ON.some((name) => name in headers);
}
