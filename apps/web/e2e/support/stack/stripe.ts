import type { Page } from '@playwright/test';
import type { Account } from '../account.ts';
import type { Stack } from './stack.ts';

interface StripeState {
  customers: { id: string; email: string | null }[];
  subscriptions: { id: string; customer: string; status: string }[];
}

/** Actions at Stripe that no page offers. */
export interface StripeOf {
  /** Runs an action on this account's customer, such as `next-period`, and waits until its webhooks are delivered. */
  act(action: string, fields?: Record<string, unknown>): Promise<void>;
  /** Waits until all webhooks are delivered. */
  settled(): Promise<void>;
  turn(knobs: Record<string, unknown>): Promise<void>;
}

export function stripeOf({ sandboxUrl }: Stack, { email }: Account): StripeOf {
  const post = async (path: string, body: unknown): Promise<void> => {
    const response = await fetch(`${sandboxUrl}/stripe/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  };
  const settled = () => post('__do', { action: 'settle' });
  return {
    async act(action, fields = {}) {
      const state = (await (await fetch(`${sandboxUrl}/stripe/__state`)).json()) as StripeState;
      const customer = state.customers.find((each) => each.email === email)?.id;
      const subscription = state.subscriptions.find((each) => each.customer === customer)?.id;
      await post('__do', { action, customer, subscription, ...fields });
      await settled();
    },
    settled,
    turn: (knobs) => post('__knobs', knobs),
  };
}

/** Pays on the sandbox's checkout page. */
export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Pay \$|Start trial)/ }).click();
}
