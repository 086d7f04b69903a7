import type { InfoPageContent, ProductSettings } from '@parley/core';
import type { Platform } from '@parley/ui';
import { openLocalStorage } from '@parley/ui/local-storage';
import { registerServiceWorker } from './register-service-worker.ts';

const FALLBACK: ProductSettings = {
  productName: 'Parley',
  messagesLimit: 10,
  windowHours: 12,
  appleClientId: null,
  appleScriptUrl: null,
  sendsMail: true,
  takesPayments: true,
  searchesWeb: true,
  drawsPictures: true,
  verifiesFirst: false,
  makesShareLinks: false,
  takesDictation: false,
  readsAloud: false,
  apiKeys: 'off',
  downloads: { mac: null, windows: null, linux: null },
};

/** The web platform: the API is at the page's origin, and the page contains the settings. */
export const webPlatform: Platform = {
  kind: 'web',
  apiUrl: '',
  settings: { ...FALLBACK, ...fromPage<Partial<ProductSettings>>('parley') },
  infoPage: fromPage<InfoPageContent>('parley-page'),
  enableOffline() {
    if (import.meta.env.PROD) attempt(() => registerServiceWorker());
  },
  storage: openLocalStorage(),
  browserSignIn: null,
  shell: null,
};

/** Reads a value that the server wrote into the page under this name. */
function fromPage<T>(name: string): T | null {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  return (content && attempt(() => JSON.parse(content) as T)) || null;
}

/** Ignores exceptions: a page changed by a proxy or forbidden workers must not break the app. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
