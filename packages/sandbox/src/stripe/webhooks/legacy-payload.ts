import type { StripeEvent } from '../records/objects.ts';

const LEGACY_VERSION = '2024-06-20';

/**
 * Converts an event for an endpoint with an old API version: periods on the subscription, the subscription on the
 * invoice.
 */
export function legacyPayload(event: StripeEvent): StripeEvent {
  const { object } = structuredClone(event.data);
  if (object.object === 'subscription') {
    const items = object['items'] as { data: { current_period_start?: number; current_period_end?: number }[] };
    const [item] = items.data;
    object['current_period_start'] = item?.current_period_start;
    object['current_period_end'] = item?.current_period_end;
    items.data = items.data.map(({ current_period_start: _start, current_period_end: _end, ...rest }) => rest);
  }
  if (object.object === 'invoice') {
    const parent = object['parent'] as { subscription_details: { subscription: string } };
    object['subscription'] = parent.subscription_details.subscription;
    object['paid'] = object['status'] === 'paid';
    delete object['parent'];
  }
  return { ...event, api_version: LEGACY_VERSION, data: { ...event.data, object } };
}
