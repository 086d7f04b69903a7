import { LANGUAGES } from '@parley/core';
import { expect } from '@playwright/test';
import { measureFirstLoads } from './support/measure-first-load.ts';
import { visitorTest } from './support/test.ts';

const KB = 1024;

for (const { id, name } of LANGUAGES) {
  // English and Arabic are built for every check.
  const tag = id === 'en' || id === 'ar' ? {} : { tag: '@all' };
  visitorTest(`the first load in ${name} stays within its size budget`, tag, async ({ browser, stack }) => {
    const { landing, chat, reply } = await measureFirstLoads(browser, stack, id);
    expect(landing.bytes, landing.requests.join(' ')).toBeLessThanOrEqual(100 * KB);
    expect(landing.requests.length, landing.requests.join(' ')).toBeLessThanOrEqual(6);
    expect(chat.bytes, chat.requests.join(' ')).toBeLessThanOrEqual(140 * KB);
    expect(reply.fontBytes).toBeLessThanOrEqual(80 * KB);
    expect(reply.bytes, reply.requests.join(' ')).toBeLessThanOrEqual(200 * KB);
  });
}
