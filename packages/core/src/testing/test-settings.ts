import type { ProductSettings } from '../index.ts';

/** What a server of tests answers about itself. */
export const TEST_SETTINGS: ProductSettings = {
  productName: 'Parley',
  messagesLimit: 10,
  windowHours: 12,
  appleClientId: null,
  appleScriptUrl: null,
  sendsMail: true,
  takesPayments: true,
  searchesWeb: true,
  drawsPictures: true,
  takesDictation: true,
  readsAloud: false,
  verifiesFirst: false,
  makesShareLinks: true,
  apiKeys: 'all',
  downloads: { mac: null, windows: null, linux: null },
};
