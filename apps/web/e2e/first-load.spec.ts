import { expect } from '@playwright/test';
import { measureFirstLoads } from './support/measure-first-load.ts';
import { visitorTest } from './support/test.ts';

const KB = 1024;

visitorTest('the first load stays within its size budget', async ({ browser, stack }) => {
  const { landing, chat, reply } = await measureFirstLoads(browser, stack);
  expect(landing.bytes, landing.requests.join(' ')).toBeLessThanOrEqual(100 * KB);
  expect(landing.requests.length, landing.requests.join(' ')).toBeLessThanOrEqual(6);
  expect(chat.bytes, chat.requests.join(' ')).toBeLessThanOrEqual(139 * KB);
  expect(reply.fontBytes).toBeLessThanOrEqual(80 * KB);
  expect(reply.bytes, reply.requests.join(' ')).toBeLessThanOrEqual(200 * KB);
});
