import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createStaffBilling } from './staff-billing.ts';
import { stripeErrors } from './stripe-client.ts';

/** `stripe`: the calls that the test needs. */
function staffOver(stripe: object) {
  const parts = {
    stripe,
    customers: { find: async () => 'cus_1' },
    isLiveAccount: false,
    sync: { refresh: async () => null },
    logger: pino({ enabled: false }),
  };
  return createStaffBilling(parts as unknown as Parameters<typeof createStaffBilling>[0]);
}

it('says why Stripe refuses to cancel a subscription', async () => {
  const message = 'The subscription is managed by the subscription schedule sub_sched_1.';
  const subscription = { id: 'sub_1', status: 'active', cancel_at: null, cancel_at_period_end: false };
  const subscriptions = {
    list: async () => ({ data: [subscription] }),
    async update() {
      throw new (stripeErrors().StripeInvalidRequestError)({ type: 'invalid_request_error', message });
    },
  };
  await expect(staffOver({ subscriptions }).cancel('u')).rejects.toMatchObject({ code: 'conflict', message });
});

const [PERIOD_END, LATER] = [5000, 9000];

it.each([
  ['at the end of the period', PERIOD_END, []],
  ['at a later date, until which it is charged', LATER, ['sub_1']],
])('cancels a subscription that is already canceled %s: %j', async (_, cancel_at, canceled) => {
  const items = { data: [{ current_period_end: PERIOD_END }] };
  const subscription = { id: 'sub_1', status: 'active', cancel_at, cancel_at_period_end: false, items };
  const updated: string[] = [];
  const subscriptions = {
    list: async () => ({ data: [subscription] }),
    update: async (id: string) => updated.push(id),
  };
  const [invoices, charges] = [{ list: async () => ({ data: [] }) }, { list: async () => ({ data: [] }) }];
  const staff = staffOver({ subscriptions, invoices, charges });
  expect(await staff.overview('u')).toMatchObject({ canCancel: canceled.length > 0 });
  await staff.cancel('u');
  expect(updated).toEqual(canceled);
});

it('says what a refund gives back of a payment that was refunded in part', async () => {
  const payments = (intent: string) => ({ data: [{ payment: { payment_intent: intent } }] });
  const invoice = { created: 0, amount_paid: 1000, currency: 'usd', status: 'paid' };
  const data = ['1', '2', '3'].map((id) => ({ ...invoice, id: `in_${id}`, payments: payments(`pi_${id}`) }));
  const charge = { refunded: false, amount_refunded: 0 };
  const charges = [
    { ...charge, payment_intent: 'pi_1', amount_refunded: 400 },
    { ...charge, payment_intent: 'pi_2' },
    { ...charge, payment_intent: 'pi_3', amount_refunded: 1000, refunded: true },
  ];
  const staff = staffOver({
    subscriptions: { list: async () => ({ data: [] }) },
    invoices: { list: async () => ({ data }) },
    charges: { list: async () => ({ data: charges }) },
  });
  const shown = (await staff.overview('u'))?.payments ?? [];
  expect(shown.map(({ amount, left, refundable }) => [amount, left, refundable])).toEqual([
    [1000, 600, true],
    [1000, undefined, true],
    [1000, undefined, false],
  ]);
});
