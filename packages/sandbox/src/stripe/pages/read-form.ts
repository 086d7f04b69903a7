import type { Exchange } from '../../server/exchange.ts';

export async function readForm(exchange: Exchange): Promise<URLSearchParams> {
  return new URLSearchParams((await exchange.body())?.toString('utf8') ?? '');
}
