import express, { Router } from 'express';
import {
  AppError,
  t,
  type BillingUrlResponse,
  type FreeRule,
  type PremiumConfigResponse,
  type RefreshSubscriptionResponse,
  type SubscriptionResponse,
} from '@parley/core';
import { CheckoutRequest } from '@parley/core/api';
import type { Accounts } from '../auth/accounts.ts';
import { requireUser, signedIn } from '../auth/authenticate.ts';
import { parseBody } from '../http/requests/parse-body.ts';
import { showAllowance } from '../http/responses/rate-limit-headers.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import { limitsOf } from '../plans/limits.ts';
import type { Billing } from './billing.ts';

export interface BillingRouteDependencies {
  /** Null when billing is disabled. */
  billing: Billing | null;
  accounts: Accounts;
  /** Limit of checkout and portal pages per user. */
  pageLimit: RateLimit;
  /** The free tier's limits. */
  usageRule: FreeRule;
}

/** Mounted at /api/billing. */
export function billingRoutes({ billing, accounts, pageLimit, usageRule }: BillingRouteDependencies): Router {
  const router = Router();
  const user = requireUser(accounts);
  const free = () =>
    usageRule.modes && {
      free: limitsOf({ used: 0 }, { ...usageRule, limit: null }).map(({ name, limit }) => ({ name, limit })),
    };
  const json = express.json({ limit: '16kb' });

  function open(): Billing {
    if (!billing) throw new AppError('unavailable', { message: t`Payments aren’t set up on this server.` });
    return billing;
  }

  // The signature covers the raw bytes, so the body must not be parsed before it is verified.
  router.post('/webhook', express.raw({ type: 'application/json', limit: '1mb' }), async (req, res) => {
    await open().receive(req.body, req.get('Stripe-Signature'));
    res.json({ success: true });
  });

  router.get('/premium-config', async (_req, res) => {
    res.json({ success: true, ...(await open().config()), ...free() } satisfies PremiumConfigResponse);
  });

  router.post('/create-premium-checkout-session', user, json, async (req, res) => {
    const selling = open();
    const { priceId } = parseBody(CheckoutRequest, req.body);
    selling.checkPrice(priceId);
    const who = signedIn(res).user;
    showAllowance(res, await pageLimit.consume(who.id));
    const url = await selling.checkoutUrl(who, priceId);
    res.json({ success: true, url } satisfies BillingUrlResponse);
  });

  router.post('/create-portal-session', user, async (_req, res) => {
    const selling = open();
    const who = signedIn(res).user;
    showAllowance(res, await pageLimit.consume(who.id));
    res.json({ success: true, url: await selling.portalUrl(who) } satisfies BillingUrlResponse);
  });

  router.get('/subscription', user, async (_req, res) => {
    const payments = await open().payments(signedIn(res).user);
    res.json({ success: true, ...payments } satisfies SubscriptionResponse);
  });

  router.post('/refresh-subscription', user, async (_req, res) => {
    const stored = signedIn(res).user;
    const { user: who, isStale } = billing ? await billing.refresh(stored) : { user: stored, isStale: false };
    const { subscriptionTier, subscriptionStatus, usagePeriodEnd, cancelAt = null } = accounts.present(who);
    const answer: RefreshSubscriptionResponse = {
      success: true,
      subscriptionTier,
      subscriptionStatus,
      usagePeriodEnd,
      cancelAt,
    };
    res.json(isStale ? { ...answer, stale: true } : answer);
  });

  return router;
}
