import { useStore } from 'zustand';
import { createBillingStore, type BillingActions, type BillingState, type BillingStore } from './billing-store.ts';
import { useClient, type Client } from '../client.ts';
import { openTab } from './open-tab.ts';

const stores = new WeakMap<Client, BillingStore>();

/** Returns the client's billing store, created on first use, since most visits never need it. */
function billingOf(client: Client): BillingStore {
  let store = stores.get(client);
  if (!store) {
    const { api, session, platform } = client;
    const created = createBillingStore({
      api,
      session,
      leave(url) {
        if (platform.kind === 'web') location.assign(url);
        else {
          // The desktop window stays open, whatever happens in the browser.
          openTab(platform).go(url);
          created.getState().resetOrder();
        }
      },
      openTab: () => openTab(platform),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    });
    stores.set(client, created);
    store = created;
  }
  return store;
}

export function useBilling<T>(select: (billing: BillingState & BillingActions) => T): T {
  return useStore(billingOf(useClient()), select);
}
