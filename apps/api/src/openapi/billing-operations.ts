import {
  BillingUrlResponse,
  CheckoutRequest,
  FiguresQuery,
  FiguresResponse,
  PremiumConfigResponse,
  RefreshSubscriptionResponse,
  Success,
} from '@parley/core/api';
import type { Operation } from './operation.ts';

export const BILLING_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/billing/premium-config',
    summary: 'What can be bought',
    auth: 'anyone',
    answer: PremiumConfigResponse,
  },
  {
    method: 'post',
    path: '/api/billing/create-premium-checkout-session',
    summary: 'Begin to pay for a plan',
    auth: 'user',
    body: CheckoutRequest,
    answer: BillingUrlResponse,
  },
  {
    method: 'post',
    path: '/api/billing/create-portal-session',
    summary: 'Change or end what one pays for',
    auth: 'user',
    answer: BillingUrlResponse,
  },
  {
    method: 'post',
    path: '/api/billing/refresh-subscription',
    summary: 'The subscription as Stripe says it now',
    auth: 'user',
    answer: RefreshSubscriptionResponse,
  },
  {
    method: 'post',
    path: '/api/billing/webhook',
    summary: 'Stripe tells of what has changed',
    auth: 'anyone',
    headers: { 'Stripe-Signature': 'Made with the secret of the webhook.' },
    body: { type: 'application/json', description: 'An event of Stripe’s, as it was signed.' },
    answer: Success,
  },
  {
    method: 'get',
    path: '/api/admin/figures',
    summary: 'What an operator wants to know; for admins alone',
    auth: 'user',
    query: FiguresQuery,
    answer: FiguresResponse,
  },
];
