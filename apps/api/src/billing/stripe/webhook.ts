import type Stripe from 'stripe';
import type { Logger } from 'pino';
import { AppError } from '@parley/core';
import type { BillingStore } from '../../storage/storage.ts';
import { forLog } from './stripe-client.ts';
import type { SubscriptionSync } from './subscription-sync.ts';

/** Maximum clock skew of a signature, in seconds. Stripe's SDK checks only the past. */
const TOLERANCE_S = 300;

export interface WebhookDependencies {
  stripe: Stripe;
  secret: string;
  isLiveAccount: boolean;
  billing: BillingStore;
  sync: SubscriptionSync;
  logger: Logger;
  now: () => number;
}

/** Receives Stripe's events. An event only triggers a sync; its content is not trusted. */
export function createWebhook({ stripe, secret, isLiveAccount, billing, sync, logger, now }: WebhookDependencies) {
  /** Throws `invalid-request` unless the event is from Stripe, recent, and for this account. */
  function verify(body: unknown, signature: string | undefined): Stripe.Event {
    if (!Buffer.isBuffer(body) || signature === undefined) throw refused('No signed event.');
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_S, undefined, now());
    } catch (error) {
      throw refused('The signature doesn’t match.', error);
    }
    const times = [...signature.matchAll(/(?:^|,)t=(\d+)/g)].map(([, time]) => Number(time));
    if (times.some((time) => time > now() / 1000 + TOLERANCE_S)) throw refused('The signature is from the future.');
    if (event.livemode !== isLiveAccount) throw refused('The event is of another mode than the secret key.');
    return event;
  }

  function refused(message: string, cause?: unknown): AppError {
    logger.warn({ reason: message }, 'an event was refused');
    return new AppError('invalid-request', { message, cause });
  }

  return {
    /** Resolves when the event is recorded and can be acknowledged; its customer is synced afterwards. */
    async receive(body: unknown, signature: string | undefined): Promise<void> {
      const event = verify(body, signature);
      const customerId = customerOf(event);
      if (customerId === null) return;
      const customer = await billing.receive({ id: event.id, customerId, now: now() });
      if (!customer) return;
      // The customer stays due, so a failed sync is retried.
      sync.refresh(customerId).catch((error: unknown) => {
        logger.warn({ ...forLog(error), type: event.type }, 'a sync with Stripe failed and is repeated in a minute');
      });
    },
  };
}

/** The customer that an event is about; null if there is none. */
function customerOf({ data }: Stripe.Event): string | null {
  const { object, id, customer } = data.object as { object?: unknown; id?: unknown; customer?: unknown };
  const about = object === 'customer' ? id : customer;
  if (typeof about === 'string') return about;
  const expanded = (about as { id?: unknown } | null | undefined)?.id;
  return typeof expanded === 'string' ? expanded : null;
}
