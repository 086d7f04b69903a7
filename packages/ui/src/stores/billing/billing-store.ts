import { AppError, isPremium, type PremiumConfigResponse, type SubscriptionResponse, t } from '@parley/core';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApiClient } from '../../api/create-api-client.ts';
import { checkoutProblem } from './checkout-problem.ts';
import { problemText } from '../problem-text.ts';
import { refreshSubscription } from './refresh-subscription.ts';
import type { SessionStore } from '../session/session-store.ts';

export interface BillingState {
  offer:
    { status: 'loading' } | { status: 'failed'; problem: string } | { status: 'ready'; config: PremiumConfigResponse };
  /** The plan that the user chose on this page; null until then. */
  chosen: string | null;
  /** `redirecting`: the browser is leaving for the checkout page. */
  checkout: 'idle' | 'redirecting';
  /** Why checkout failed; `isSubscribed` if there is a subscription to manage instead. */
  checkoutProblem: { text: string; isSubscribed: boolean } | null;
  isOpeningPortal: boolean;
  portalProblem: string | null;
  /** After a payment: whether the server confirms Premium. `late`: not yet, after the last attempt. */
  confirmation: 'none' | 'waiting' | 'confirmed' | 'late';
  /** What the user pays for; null until it is loaded. */
  payments: SubscriptionResponse | null;
  paymentsProblem: string | null;
}

export interface BillingActions {
  /** Loads the plans, unless they are known. */
  load(): Promise<void>;
  choose(plan: string): void;
  /** Leaves for the checkout page of this plan. */
  subscribe(plan: string | null): Promise<void>;
  /** Forgets the order when the user leaves its page, or the browser restores the page from its cache. */
  resetOrder(): void;
  /** Opens the billing portal in a new tab. Call it directly in the click handler. */
  manage(): Promise<void>;
  clearPortalProblem(): void;
  /** Fetches the subscription. Keeps the last known one on failure. */
  refresh(): Promise<void>;
  /** Refreshes until the server confirms Premium or the last attempt fails. */
  confirm(): Promise<void>;
  /** Loads plan, next charge and receipts. Keeps the last known ones on failure. */
  loadPayments(): Promise<void>;
}

export type BillingStore = StoreApi<BillingState & BillingActions>;

/** An opened tab whose address is not known yet. */
export interface NewTab {
  go(url: string): void;
  close(): void;
}

export interface BillingStoreDependencies {
  api: Pick<ApiClient, 'premiumConfig' | 'checkout' | 'portal' | 'refreshSubscription' | 'payments'>;
  session: SessionStore;
  /** Navigates to this address. */
  leave: (url: string) => void;
  openTab: () => NewTab;
  /** Resolves after this many milliseconds. */
  wait: (ms: number) => Promise<void>;
}

/** Milliseconds after the return from checkout at which the subscription is refreshed. */
const CONFIRM_AT = [0, 1000, 3000, 10_000];

/**
 * Creates the store for plans, checkout and portal. Premium itself is only in the session, as the server reports it.
 */
export function createBillingStore({ api, session, leave, openTab, wait }: BillingStoreDependencies): BillingStore {
  return createStore<BillingState & BillingActions>()((set, get) => {
    session.subscribe(({ user }, before) => {
      if (user?._id !== before.user?._id)
        set({ payments: null, paymentsProblem: null, checkoutProblem: null, portalProblem: null });
    });
    let loading: Promise<void> | null = null;
    let order = 0;

    async function loadOffer(): Promise<void> {
      set({ offer: { status: 'loading' } });
      try {
        const config = await api.premiumConfig();
        if (config.success) set({ offer: { status: 'ready', config } });
        else set({ offer: { status: 'failed', problem: t`Could not load configuration.` } });
      } catch {
        set({ offer: { status: 'failed', problem: t`Failed to load subscription plans.` } });
      }
    }

    const hasPremium = (): boolean => {
      const { user } = session.getState();
      return user !== null && isPremium(user);
    };

    return {
      offer: { status: 'loading' },
      chosen: null,
      checkout: 'idle',
      checkoutProblem: null,
      isOpeningPortal: false,
      portalProblem: null,
      confirmation: 'none',
      payments: null,
      paymentsProblem: null,

      load() {
        if (get().offer.status !== 'ready') loading ??= loadOffer().finally(() => (loading = null));
        return loading ?? Promise.resolve();
      },

      choose(chosen) {
        set({ chosen, checkoutProblem: null });
      },

      async subscribe(plan) {
        const { offer, checkout } = get();
        if (offer.status !== 'ready' || checkout !== 'idle') return;
        const priceId = plan === null ? undefined : offer.config.priceIds[plan];
        if (priceId === undefined) {
          set({ checkoutProblem: { text: t`Please select a plan.`, isSubscribed: false } });
          return;
        }
        set({ checkout: 'redirecting', checkoutProblem: null });
        const own = ++order;
        try {
          const { url } = await api.checkout({ priceId });
          if (own === order) leave(url);
        } catch (error) {
          if (own !== order) return;
          const isSubscribed = error instanceof AppError && error.code === 'already-subscribed';
          set({ checkout: 'idle', checkoutProblem: { text: checkoutProblem(error), isSubscribed } });
          if (isSubscribed) await get().refresh();
        }
      },

      resetOrder() {
        order++;
        set({ checkout: 'idle', checkoutProblem: null });
      },

      async manage() {
        if (get().isOpeningPortal) return;
        set({ isOpeningPortal: true, portalProblem: null });
        // Browsers block a tab that is not opened in the click handler itself.
        const tab = openTab();
        try {
          tab.go((await api.portal()).url);
        } catch (error) {
          tab.close();
          set({
            portalProblem: problemText(
              error,
              t`We couldn’t open the page to manage your subscription. Please try again.`,
            ),
          });
        }
        set({ isOpeningPortal: false });
      },

      clearPortalProblem() {
        set({ portalProblem: null });
      },

      refresh: () => refreshSubscription({ api, session }),

      async confirm() {
        if (get().confirmation === 'waiting') return;
        set({ confirmation: 'waiting' });
        let passed = 0;
        for (const at of CONFIRM_AT) {
          if (at > passed) await wait(at - passed);
          passed = at;
          if (!hasPremium()) await get().refresh();
          if (hasPremium()) {
            set({ confirmation: 'confirmed' });
            return;
          }
        }
        set({ confirmation: 'late' });
      },

      async loadPayments() {
        const { token } = session.getState();
        try {
          const payments = await api.payments();
          if (session.getState().token === token) set({ payments, paymentsProblem: null });
        } catch (error) {
          if (session.getState().token === token)
            set({ paymentsProblem: problemText(error, t`We couldn’t load your receipts.`) });
        }
      },
    };
  });
}

/** The preselected plan, as the server configures it. */
export function defaultPlan({ defaultPriceId, priceIds }: PremiumConfigResponse): string | null {
  return Object.entries(priceIds).find(([, priceId]) => priceId === defaultPriceId)?.[0] ?? null;
}
