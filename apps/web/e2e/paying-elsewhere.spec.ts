import { expect, type Page } from '@playwright/test';
import { signedIn } from './support/account.ts';
import { noteShown } from './support/note-shown.ts';
import { pay, stripeOf } from './support/stack/stripe.ts';
import { userTest } from './support/test.ts';

const counter = (page: Page) => page.getByText('(12h)').first();

/** Opens the chat and leaves it idle, so that it only receives events. */
async function openIdle(page: Page): Promise<void> {
  await page.route('**/api/billing/refresh-subscription', (route) => route.abort());
  await page.goto('/');
  await expect(counter(page)).toBeVisible();
}

const connects = (page: Page) => page.waitForRequest('**/api/events');

/** Number of tabs in this browser waiting for the leader's lock. */
const waiting = (page: Page) => page.evaluate(async () => (await navigator.locks.query()).pending?.length);

userTest(
  'a payment unlocks Premium in other tabs and devices over one connection per browser',
  async ({ page, context, browser, stack, account }) => {
    userTest.slow();
    const stripe = stripeOf(stack, account);
    let connections = 0;
    context.on('request', (request) => {
      if (request.url().endsWith('/api/events')) connections++;
    });
    await Promise.all([connects(page), openIdle(page)]);
    const second = await context.newPage();
    await openIdle(second);
    await expect.poll(() => waiting(second)).toBe(1);
    const elsewhere = await browser.newContext({ storageState: signedIn(stack, account), baseURL: stack.url });
    const device = await elsewhere.newPage();
    await Promise.all([connects(device), openIdle(device)]);
    const onlookers = [page, second, device];

    const buyer = await context.newPage();
    await buyer.goto('/pricing');
    await buyer.getByRole('button', { name: 'Subscribe Now' }).click();
    const isThanked = await noteShown(buyer, 'h1, h2', 'Payment Successful!');
    await pay(buyer);
    await stripe.settled();
    await Promise.all(onlookers.map((each) => expect(counter(each)).toBeHidden()));
    await expect.poll(isThanked).toBe(true);
    expect(connections).toBe(1);

    await page.close();
    await expect.poll(() => connections).toBe(2);
    await stripe.act('cancel-now');
    await Promise.all([second, device].map((each) => expect(counter(each)).toBeVisible()));
    expect(connections).toBe(2);
    await elsewhere.close();
  },
);
