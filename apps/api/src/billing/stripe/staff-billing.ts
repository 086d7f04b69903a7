import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { AppError, t, type Person } from '@parley/core';
import type { Customers } from './customers.ts';
import { isLive, lastPeriodEnd } from './read-subscriptions.ts';
import { forLog, fromStripe, isRefusal } from './stripe-client.ts';
import type { SubscriptionSync } from './subscription-sync.ts';

const PAYMENTS = 12;
const PAID = 'succeeded';
/** The page of an account does not wait for a slow Stripe. */
const QUICK = { timeout: 3_000, maxNetworkRetries: 0 };

interface StaffBillingDependencies {
  stripe: Stripe;
  customers: Customers;
  isLiveAccount: boolean;
  sync: Pick<SubscriptionSync, 'refresh'>;
  logger: Logger;
}

type PersonBilling = NonNullable<Person['billing']>;

/** Lets owners see and change one customer's payments. */
export function createStaffBilling({ stripe, customers, isLiveAccount, sync, logger }: StaffBillingDependencies) {
  const dashboard = (path: string) => `https://dashboard.stripe.com/${isLiveAccount ? '' : 'test/'}${path}`;

  async function customerOf(userId: string): Promise<string> {
    const customer = await customers.find(userId);
    if (customer === null) throw new AppError('conflict', { message: t`This account has never paid.` });
    return customer;
  }

  const runningOf = async (customer: string, options?: Stripe.RequestOptions) =>
    (await stripe.subscriptions.list({ customer, status: 'all', limit: 100 }, options)).data.filter(
      (each) => isLive(each) && !(isPaid(each) && isEnding(each)),
    );

  async function paymentsOf(customer: string): Promise<PersonBilling['payments']> {
    const [invoices, charges] = await Promise.all([
      stripe.invoices.list({ customer, limit: PAYMENTS, expand: ['data.payments'] }, QUICK),
      stripe.charges.list({ customer, limit: 100 }, QUICK),
    ]);
    // An invoice stays paid when its payment is refunded.
    const refunded = new Set(charges.data.flatMap((each) => (each.refunded ? idOf(each.payment_intent) : [])));
    const givenBack = (intents: string[]) =>
      charges.data
        .filter(({ payment_intent: intent }) => intents.some((each) => each === idOf(intent)))
        .reduce((sum, { amount_refunded: part }) => sum + part, 0);
    return invoices.data.flatMap(({ id, created, amount_paid: amount, currency, status, payments }) => {
      if (!id || amount <= 0) return [];
      const intents = intentsOf(payments?.data ?? []);
      const isRefunded = intents.length > 0 && intents.every((intent) => refunded.has(intent));
      const part = givenBack(intents);
      return {
        invoiceId: id,
        at: new Date(created * 1000).toISOString(),
        amount,
        currency,
        url: dashboard(`invoices/${id}`),
        refundable: status === 'paid' && !isRefunded,
        refunded: isRefunded,
        ...(!isRefunded && part > 0 && { left: amount - part }),
      };
    });
  }

  async function refundPayment(payment_intent: string): Promise<void> {
    const { status } = await stripe.refunds.create({ payment_intent }, { idempotencyKey: `refund:${payment_intent}` });
    if (status !== PAID && status !== 'pending') {
      throw new AppError('conflict', { message: t`Stripe couldn’t refund this payment. See its dashboard.` });
    }
  }

  return {
    /** Null for a user who never paid. While Stripe does not answer within seconds, only what is stored. */
    async overview(userId: string): Promise<Person['billing']> {
      const customer = await customers.find(userId);
      if (customer === null) return null;
      const customerUrl = dashboard(`customers/${customer}`);
      try {
        const [payments, running] = await Promise.all([paymentsOf(customer), runningOf(customer, QUICK)]);
        return { customerUrl, payments, canCancel: running.length > 0 };
      } catch (error) {
        logger.warn(forLog(error), 'the payments of a customer could not be read');
        return { customerUrl, payments: null, canCancel: false };
      }
    },

    /**
     * Cancels the customer's subscriptions at the end of what is paid; at once where nothing is, because Stripe would go
     * on trying to charge for it. Has no effect when repeated.
     */
    async cancel(userId: string): Promise<void> {
      const customer = await customerOf(userId);
      const cancelAll = async () => {
        for (const each of await runningOf(customer)) {
          if (isPaid(each)) await stripe.subscriptions.update(each.id, { cancel_at_period_end: true });
          else await stripe.subscriptions.cancel(each.id);
        }
        await sync.refresh(customer);
      };
      await fromStripe(withReason(cancelAll()), logger);
    },

    /**
     * Refunds a paid invoice of this customer in full. Stripe refunds it once: the key is that of the invoice, and a
     * refunded payment cannot be refunded again.
     */
    async refund(userId: string, invoiceId: string): Promise<void> {
      const customer = await customerOf(userId);
      const refund = async () => {
        const invoice = await stripe.invoices.retrieve(invoiceId);
        if (invoice.customer !== customer || invoice.status !== 'paid') {
          throw new AppError('conflict', { message: t`This account has no such payment.` });
        }
        const { data: payments } = await stripe.invoicePayments.list({ invoice: invoiceId, status: 'paid' });
        const intents = intentsOf(payments);
        if (intents.length === 0) {
          throw new AppError('conflict', { message: t`This payment can only be refunded in Stripe’s dashboard.` });
        }
        const refusals: unknown[] = [];
        for (const intent of intents) {
          // One part of an invoice may have been refunded before.
          const refusal = await refundPayment(intent).then(() => null, asRefunded);
          if (refusal) refusals.push(refusal);
        }
        if (refusals.length === intents.length) throw refusals[0];
      };
      await fromStripe(withReason(refund()), logger);
    },
  };
}

/** Says in Stripe's words why it refuses an act, such as that the payment was refunded before. */
async function withReason(act: Promise<void>): Promise<void> {
  try {
    await act;
  } catch (error) {
    if (isRefusal(error)) throw new AppError('conflict', { message: error.message, cause: error });
    throw error;
  }
}

/** Returns Stripe's refusal of a payment that was refunded before; throws any other error. */
function asRefunded(error: unknown): unknown {
  if (isRefusal(error) && error.code === 'charge_already_refunded') return error;
  throw error;
}

function isPaid({ status }: Stripe.Subscription): boolean {
  return status === 'active' || status === 'trialing';
}

/** Whether no further charge follows. A cancellation at a later date than the end of the period has charges before it. */
function isEnding(subscription: Stripe.Subscription): boolean {
  const { cancel_at: at, cancel_at_period_end: atPeriodEnd } = subscription;
  return atPeriodEnd || (at !== null && at <= (lastPeriodEnd(subscription) ?? at));
}

/** Only a payment that Stripe took has an intent. A canceled or unfinished attempt took nothing. */
function intentsOf(payments: Stripe.InvoicePayment[]): string[] {
  return payments.flatMap(({ payment, status }) => (status === 'paid' ? idOf(payment.payment_intent) : []));
}

function idOf(object: string | { id: string } | null | undefined): string | [] {
  return typeof object === 'string' ? object : (object?.id ?? []);
}
