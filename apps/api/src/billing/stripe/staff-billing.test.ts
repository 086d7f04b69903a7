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
  const payments = (intent: string) => ({ data: [{ status: 'paid', payment: { payment_intent: intent } }] });
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

it('an invoice that was paid at the second attempt, or in two parts, is refunded when all that was paid is', async () => {
  const paid = (intent: string, status = 'paid') => ({ status, payment: { payment_intent: intent } });
  const invoice = { created: 0, amount_paid: 1000, currency: 'usd', status: 'paid' };
  const data = [
    { ...invoice, id: 'in_1', payments: { data: [paid('pi_1', 'canceled'), paid('pi_2')] } },
    { ...invoice, id: 'in_2', payments: { data: [paid('pi_3'), paid('pi_4')] } },
  ];
  const refunded = (intent: string, amount: number) => {
    return { payment_intent: intent, amount_refunded: amount, refunded: true };
  };
  const staff = staffOver({
    subscriptions: { list: async () => ({ data: [] }) },
    invoices: { list: async () => ({ data }) },
    charges: { list: async () => ({ data: [refunded('pi_2', 1000), refunded('pi_3', 300)] }) },
  });
  const shown = (await staff.overview('u'))?.payments ?? [];
  expect(shown.map(({ amount, left, refunded: isDone }) => [amount, left, isDone])).toEqual([
    [1000, undefined, true],
    [1000, 700, false],
  ]);
});

it('refunds the rest of an invoice of which one part was refunded before', async () => {
  const refunded: string[] = [];
  const message = 'Charge ch_1 has already been refunded.';
  const before = new (stripeErrors().StripeInvalidRequestError)({
    type: 'invalid_request_error',
    code: 'charge_already_refunded',
    message,
  });
  const over = (...intents: string[]) =>
    staffOver({
      invoices: { retrieve: async () => ({ customer: 'cus_1', status: 'paid' }) },
      invoicePayments: {
        list: async () => ({
          data: intents.map((intent) => ({ status: 'paid', payment: { payment_intent: intent } })),
        }),
      },
      refunds: {
        async create({ payment_intent: intent }: { payment_intent: string }) {
          if (intent === 'pi_1') throw before;
          refunded.push(intent);
          return { status: 'succeeded' };
        },
      },
    });
  await over('pi_1', 'pi_2').refund('u', 'in_1');
  expect(refunded).toEqual(['pi_2']);
  await expect(over('pi_1').refund('u', 'in_1')).rejects.toMatchObject({ code: 'conflict', message });
});
