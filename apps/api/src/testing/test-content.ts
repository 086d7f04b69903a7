import { readContent, SHIPPED_CONTENT } from '../content/content.ts';

/** The built-in texts, filled in for test servers. */
export const TEST_CONTENT = readContent([SHIPPED_CONTENT], {
  product: 'Parley',
  messagesLimit: 10,
  windowHours: 12,
  isUnlimited: true,
  isModerated: false,
  apiKeys: 'all',
  version: '1.2.3',
  supportEmail: 'help@example.com',
  socialUrl: null,
  apiUrl: 'http://localhost:3000',
});
