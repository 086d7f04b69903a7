import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createStaffBilling } from './staff-billing.ts';
import { stripeErrors } from './stripe-client.ts';

it('says why Stripe refuses to cancel a subscription', async () => {
  const message = 'The subscription is managed by the subscription schedule sub_sched_1.';
  const subscription = { id: 'sub_1', status: 'active', cancel_at: null, cancel_at_period_end: false };
  const subscriptions = {
    list: async () => ({ data: [subscription] }),
    async update() {
      throw new (stripeErrors().StripeInvalidRequestError)({ type: 'invalid_request_error', message });
    },
  };
  const parts = {
    stripe: { subscriptions },
    customers: { find: async () => 'cus_1' },
    isLiveAccount: false,
    sync: { refresh: async () => null },
    logger: pino({ enabled: false }),
  };
  const staff = createStaffBilling(parts as unknown as Parameters<typeof createStaffBilling>[0]);
  await expect(staff.cancel('u')).rejects.toMatchObject({ code: 'conflict', message });
});
