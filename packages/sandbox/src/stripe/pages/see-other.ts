import type { Exchange } from '../../server/exchange.ts';

export function seeOther(exchange: Exchange, url: string): void {
  exchange.send(303, 'text/plain', '', { location: url });
}
