import { invalid } from './api/api-error.ts';
import type { CardKind } from './billing/cards.ts';
import type { SandboxStripe } from './handle.ts';

type Field = (name: string) => string;

/** The actions of `POST /stripe/__do`, by name; each reads the fields it needs. */
const ACTIONS: Record<string, (stripe: SandboxStripe, field: Field, optional: Field) => unknown> = {
  pay: (stripe, field, optional) => ({
    paid: stripe.pay(field('session'), { card: cardKind(optional('card')) ?? 'good' }),
  }),
  'expire-checkout': (stripe, field) => stripe.expireCheckout(field('session')),
  'create-customer': (stripe, field) => ({ customer: stripe.createCustomer(field('email')) }),
  subscribe: (stripe, field, optional) =>
    stripe.subscribe(field('customer'), field('price'), { trialDays: Number(optional('trial_days')) || 0 }),
  'next-period': (stripe, field) => ({ moved: stripe.nextPeriod(field('customer')) }),
  'fail-renewal': (stripe, field) => ({ moved: stripe.failRenewal(field('customer')) }),
  cancel: (stripe, field) => stripe.cancel(field('subscription')),
  resume: (stripe, field) => stripe.resume(field('subscription')),
  'switch-plan': (stripe, field) => stripe.switchPlan(field('subscription'), field('price')),
  'change-card': (stripe, field) => stripe.changeCard(field('customer'), cardKind(field('card')) ?? 'good'),
  'cancel-now': (stripe, field) => stripe.cancelNow(field('subscription')),
  'set-status': (stripe, field) => stripe.setStatus(field('subscription'), field('status')),
  'delete-customer': (stripe, field) => stripe.deleteCustomer(field('customer')),
  replay: (stripe, _field, optional) => {
    const events = optional('events');
    return stripe.replay(events === '' ? undefined : events.split(','));
  },
  settle: (stripe) => stripe.settled(),
};

/** Runs the action named in the fields. Throws if the action or a field is missing. */
export async function act(stripe: SandboxStripe, fields: Record<string, unknown>): Promise<unknown> {
  const optional = (name: string) => {
    const value = fields[name];
    return Array.isArray(value) ? value.join(',') : String(value ?? '');
  };
  const field = (name: string) => {
    const value = optional(name);
    if (value === '') throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
    return value;
  };
  const action = ACTIONS[field('action')];
  if (!action) throw invalid(`There is no such action; there are ${Object.keys(ACTIONS).join(', ')}.`, 'action');
  return action(stripe, field, optional);
}

function cardKind(word: string): CardKind | null {
  if (word === 'good' || word === 'declining') return word;
  if (word === '') return null;
  throw invalid('A card is `good` or `declining`.', 'card');
}
