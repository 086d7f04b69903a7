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
