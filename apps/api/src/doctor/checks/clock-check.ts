import { t } from '@parley/core';
import { createOutgoingClient } from '../../outgoing/outgoing-client.ts';
import { checkOf, error, ok, warning, type Check } from '../check.ts';
import { explainConnection } from '../explain-connection.ts';

const CONNECT_MS = 3_000;
/** The `Date` header has no fractions of a second. */
const SMALL_S = 5;
/** Tolerance for Stripe's events and sign-in providers' tokens, into the past and the future. */
const MOST_S = 60;

/**
 * Compares the clock with the `Date` header of a service that the server talks to anyway. A null `url`: there is none
 * outside this machine.
 */
export function clockCheck(url: string | null, now: () => number = Date.now): Check {
  return checkOf(t`Clock`, async (signal) => {
    if (url === null) return ok(t`No service outside this machine is set up that it could be compared with.`);
    const { host, origin } = new URL(url);
    const asked = now();
    let date: number;
    try {
      const { response, body } = await createOutgoingClient({ baseUrl: origin, connectMs: CONNECT_MS }).open(origin, {
        signal,
      });
      body?.destroy();
      date = Date.parse(response.headers.get('date') ?? '');
    } catch (failure) {
      return warning(t`It can’t be compared with ${host}: ${explainConnection(failure)}.`, t`Mend that first.`);
    }
    if (Number.isNaN(date)) return warning(t`${host} doesn’t tell its time.`, t`Check this machine’s clock by hand.`);
    const seconds = Math.round(((asked + now()) / 2 - date) / 1000);
    if (Math.abs(seconds) <= SMALL_S) return ok(t`It agrees with ${host}.`);
    const by = Math.abs(seconds);
    const message = seconds > 0 ? t`It is ${by} s ahead of ${host}.` : t`It is ${by} s behind ${host}.`;
    const fix = t`Synchronize it, for example with systemd-timesyncd or chrony.`;
    return by > MOST_S ? error(message, fix) : warning(message, fix);
  });
}
