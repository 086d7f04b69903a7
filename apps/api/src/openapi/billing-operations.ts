import {
  BillingUrlResponse,
  CheckoutRequest,
  FiguresQuery,
  FiguresResponse,
  PremiumConfigResponse,
  RefreshSubscriptionResponse,
  SubscriptionResponse,
  Success,
} from '@parley/core/api';
import type { Operation } from './operation.ts';

export const BILLING_OPERATIONS: Operation[] = [
  {
    method: 'get',
    path: '/api/billing/premium-config',
    summary: 'The plans for sale',
    auth: 'anyone',
    answer: PremiumConfigResponse,
  },
  {
    method: 'post',
    path: '/api/billing/create-premium-checkout-session',
    summary: 'Start a checkout for a plan',
    auth: 'user',
    body: CheckoutRequest,
    answer: BillingUrlResponse,
  },
  {
    method: 'post',
    path: '/api/billing/create-portal-session',
    summary: 'Open the customer portal to change or cancel a plan',
    auth: 'user',
    answer: BillingUrlResponse,
  },
  {
    method: 'post',
    path: '/api/billing/refresh-subscription',
    summary: 'Read the current subscription from Stripe',
    auth: 'user',
    answer: RefreshSubscriptionResponse,
  },
  {
    method: 'get',
    path: '/api/billing/subscription',
    summary: 'Read the plan, the next charge and the receipts from Stripe',
    auth: 'user',
    answer: SubscriptionResponse,
  },
  {
    method: 'post',
    path: '/api/billing/webhook',
    summary: 'Receive Stripe’s events',
    auth: 'anyone',
    headers: { 'Stripe-Signature': 'Signed with the webhook’s secret.' },
    body: { type: 'application/json', description: 'A Stripe event, exactly as signed.' },
    answer: Success,
  },
  {
    method: 'get',
    path: '/api/admin/figures',
    summary: 'The dashboard’s data; admins only',
    auth: 'user',
    query: FiguresQuery,
    answer: FiguresResponse,
  },
];
