import type { AppSettings } from '../app-settings.ts';
import type { HashCost } from '../auth/passwords.ts';

/** Makes a password hash twenty times as fast as in production, since tests register thousands of users. */
export const TEST_HASH_COST: HashCost = { memoryCost: 1024, timeCost: 2 };

/** Settings of test servers that run in their own processes. */
export const TEST_SETTINGS: AppSettings = {
  productName: 'Parley',
  usageRule: { limit: 10, windowLength: 12 * 3_600_000 },
  jwtSecret: 'a secret for tests that has enough bytes',
  adminEmails: [],
  offers: { searchesWeb: true, drawsPictures: true },
  emailsVerifiedAtOnce: false,
  verifiesFirst: false,
  downloads: { mac: null, windows: null, linux: null },
  publicUrl: () => 'http://localhost:3000',
  apple: null,
  billing: null,
  ownHostnames: null,
  corsOrigins: [],
  trustedProxies: 0,
  webRoot: '/nowhere',
  rateLimits: {
    register: 100,
    login: 100,
    messages: 100,
    apple: 100,
    billing: 100,
    demos: 100,
    replies: 1000,
    uploadedBytes: 1024 ** 3,
    appleAttempts: 100,
    reads: 100_000,
    readsOfAddress: 100_000,
    textBytes: 1024 ** 3,
  },
  namesConversations: false,
  metricsToken: null,
};
