import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible } from './support/expect-accessible.ts';
import { noteShown } from './support/note-shown.ts';
import { pay } from './support/stack/stripe.ts';
import { userTest } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-plans-'));
const file = (name: string, content: object) => {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};
const plan = (id: string, name: string, more: object = {}) => {
  return { id, name, description: `${name}, for those who want it.`, price: `price_${id}`, ...more };
};
const plans = [
  plan('basic', 'Basic', { caps: { messages: 50 } }),
  plan('plus', 'Plus', { caps: { messages: 200, pictures: 20 } }),
  plan('pro', 'Pro', { caps: { messages: 500, dollars: 2.5 } }),
  plan('all', 'All'),
];
const prices = { date: '2026-11-23', models: { demo: { input: 20, output: 100 } } };
userTest.use({
  settings: { FREE_MESSAGES: '3', PLANS: file('plans.json', { plans }), PRICES: file('prices.json', prices) },
});

userTest('one of four plans is bought, and the settings show its caps and what they leave', async ({ page, chat }) => {
  await page.goto('/pricing');
  const choices = page.getByRole('radio');
  await expect(choices).toHaveCount(4);
  const section = page.getByRole('region', { name: 'Plans' });
  await expect(section).toContainText('Up to 200 messages and 20 pictures a day.');
  await expect(section).toContainText('Up to 500 messages and $2.50 of AI costs a day.');
  await expectAccessible(page);
  await choices.first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Pro' })).toBeChecked();
  await page.getByRole('button', { name: 'Subscribe Now' }).click();
  await expect(page.getByText('$30.00').first()).toBeVisible();
  const isThanked = await noteShown(page, '[role=dialog]', 'Payment Successful!', 'Your plan has started.');
  await pay(page);
  await expect.poll(isThanked).toBe(true);
  await page.goto('/');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  const open = () => chat.sidebar.getByRole('button', { name: 'Settings' }).click();
  await open();
  await expect(settings).toContainText('PlanProStatusActive');
  await expect(settings).toContainText('Messages0 of 500');
  await expect(settings).toContainText('AI costs today$0.00 of $2.50');
  await page.keyboard.press('Escape');
  await chat.ask('What is 6 * 7?');
  await expect(chat.texts).toContainText('42');
  await chat.ended();
  await open();
  await expect(settings).toContainText('Messages1 of 500');
  await expect(settings).toContainText(/AI costs today(Less than )?\$0\.0\d of \$2\.50/);
  await expect(settings).toContainText('AI costs reset');
  await expectAccessible(page);

  await page.goto('/pricing');
  await expect(page.getByText('Your plan is Pro. Up to 500 messages and $2.50 of AI costs a day.')).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Plans' }).getByRole('listitem').filter({ hasText: 'Pro' }),
  ).toContainText('YOUR PLAN');
});
