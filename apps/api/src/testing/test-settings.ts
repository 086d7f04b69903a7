import type { AppSettings } from '../app.ts';

/** Of servers that tests run as processes of their own. */
export const TEST_SETTINGS: AppSettings = {
  productName: 'Parley',
  usageRule: { limit: 10, windowLength: 12 * 3_600_000 },
  jwtSecret: 'a secret for tests that has enough bytes',
  adminEmails: [],
  emailsVerifiedAtOnce: false,
  verifiesFirst: false,
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
