// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { AppError, type Person, type PersonActRequest } from '@parley/core';
import { beforeEach, expect, test } from 'vitest';
import { TransportError } from '../../../api/transport-error.ts';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { USAGE } from '../../../stores/testing/scripted-samples.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { People } from './people.tsx';

const AT = '2026-11-23T12:00:00.000Z';
const PERSON: Person = {
  user: {
    _id: 'u1',
    email: 'mira@example.com',
    subscriptionTier: 'free',
    subscriptionStatus: null,
    usagePeriodEnd: null,
    isAdmin: false,
    emailVerified: true,
  },
  role: null,
  createdAt: AT,
  blockedAt: null,
  premiumUntil: null,
  extraMessages: null,
  usage: USAGE,
  sessions: [{ device: 'Firefox on Linux', lastSeenAt: AT }],
  apiKeys: 1,
  failures: [{ at: AT, mode: 'thinking', code: 'model-timeout' }],
  cost: { microdollars: 1_234_000, requests: 7 },
  billing: null,
  acts: 3,
};

let api: ScriptedApi;
beforeEach(() => {
  api = new ScriptedApi();
  api.foundPerson = PERSON;
  const line = { at: AT, actor: 'boss@example.com', details: { days: 7 }, person: 'mira@example.com' };
  api.auditPages = [
    { success: true, nextBefore: '1', lines: [{ ...line, id: 'b', action: 'block', outcome: 'failed' }] },
    { success: true, nextBefore: null, lines: [{ ...line, id: 'a', action: 'give-premium', outcome: 'done' }] },
  ];
});

async function show({ isOwner = true } = {}) {
  const shown = await renderWithClient(<People isOwner={isOwner} />, { api, reactStrictMode: false });
  await shown.fill({ 'Email address of an account': 'mira@example.com' });
  await shown.press('Find');
  return shown;
}
const acts = () =>
  api.calls
    .filter((call) => call.startsWith('act u1 '))
    .map((call) => JSON.parse(call.slice('act u1 '.length)) as PersonActRequest);
const button = (name: string) => screen.queryByRole('button', { name });

test('asks for an address without one', async () => {
  const { fill, press } = await renderWithClient(<People isOwner />, { api, reactStrictMode: false });
  await fill({ 'Email address of an account': ' ' });
  await press('Find');
  await screen.findByText('Email is required');
  expect(api.calls).not.toContainEqual(expect.stringMatching(/^findPerson/));
});

test('shows the account, its last errors and what owners may see', async () => {
  await show();
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(facts.join('\n')).toContain('$1.23 in 7 requests');
  expect(facts.join('\n')).toContain('Thinking: The AI service took too long to respond.');
  expect(facts.join('\n')).toContain('1 session, 1 API key');
  expect(button('Delete account')).not.toBeNull();
});

test('shows the name of a plan of the operator’s own, and what it limits', async () => {
  const limits = [
    { name: 'Messages', used: 12, limit: 300 },
    { name: 'Images', used: 0, limit: 5 },
  ];
  const user = { ...PERSON.user, subscriptionTier: 'premium' as const, subscriptionStatus: 'active' };
  api.foundPerson = { ...PERSON, user, planName: 'Team', usage: { ...USAGE, limits } };
  await show();
  const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
  expect(fact('Plan')).toBe('Team (active)');
  expect(fact('Use')).toBe('Messages: 12 of 300, Images: 0 of 5');
});

test.each([
  ['past_due', 'Premium (Past Due)'],
  ['incomplete_expired', 'Premium (Expired)'],
])('names the status %s as the settings do', async (subscriptionStatus, plan) => {
  const user = { ...PERSON.user, subscriptionTier: 'premium' as const, subscriptionStatus };
  api.foundPerson = { ...PERSON, user };
  await show();
  expect(screen.getByText('Plan').nextElementSibling?.textContent).toBe(plan);
});

test('Premium without limits is not shown as free messages', async () => {
  const user = { ...PERSON.user, subscriptionTier: 'premium' as const, subscriptionStatus: 'active' };
  api.foundPerson = { ...PERSON, user };
  await show();
  expect(screen.getByText('Use').nextElementSibling?.textContent).toBe('Unlimited messages');
});

test('the list of acts names no field or code of the server', async () => {
  const line = { at: AT, actor: 'boss@example.com', person: null, outcome: 'done' as const };
  const lines = [
    { ...line, id: 'a', action: 'refund', details: { invoiceId: 'in_1' } },
    { ...line, id: 'b', action: 'report-done', details: { report: 'an-id' } },
    { ...line, id: 'c', action: 'owner-page', details: { method: 'GET', path: '/figures' } },
    { ...line, id: 'd', action: 'block', details: { reason: 'internal' } },
    { ...line, id: 'e', action: 'give-premium', details: { days: 7 } },
  ];
  api.auditPages = [{ success: true, nextBefore: null, lines }];
  await show();
  const details = screen
    .getAllByRole('listitem')
    .map((item) => item.lastElementChild?.textContent.split(' · ').slice(1));
  expect(details).toEqual([
    ['in_1'],
    [],
    ['GET', '/figures'],
    [`reason: ${new AppError('internal').message}`],
    ['days: 7'],
  ]);
});

test('support sees no button for deletion', async () => {
  await show({ isOwner: false });
  expect(button('Block')).not.toBeNull();
  expect(button('Delete account')).toBeNull();
});

test('gives Premium for the days that were typed', async () => {
  const shown = await show();
  await shown.fill({ 'Premium for days': '14' });
  await shown.press('Give Premium');
  expect(acts()).toMatchObject([{ seen: 3, act: { type: 'give-premium', days: 14 } }]);
  expect(screen.getByRole('status').textContent).toBe('Premium is given. It replaces any earlier gift.');
});

test('a payment that was refunded says so, and cannot be refunded again', async () => {
  const payment = { at: AT, amount: 1000, currency: 'usd', url: 'https://dashboard.stripe.com/test/invoices/in_1' };
  api.foundPerson = {
    ...PERSON,
    billing: {
      customerUrl: 'https://dashboard.stripe.com/test/customers/cus_1',
      canCancel: false,
      payments: [
        { ...payment, invoiceId: 'in_2', refundable: true, refunded: false },
        { ...payment, invoiceId: 'in_1', refundable: false, refunded: true },
      ],
    },
  };
  await show();
  expect(screen.getAllByRole('button', { name: 'Refund' })).toHaveLength(1);
  expect(screen.getByText('Refunded')).not.toBeNull();
});

test('asks before it refunds, with the amount that is left after a refund in part', async () => {
  const payment = { invoiceId: 'in_1', at: AT, amount: 1000, currency: 'usd', url: 'https://stripe.example/in_1' };
  api.foundPerson = {
    ...PERSON,
    billing: {
      customerUrl: 'https://stripe.example/cus_1',
      canCancel: false,
      payments: [{ ...payment, refundable: true, refunded: false, left: 600 }],
    },
  };
  const { press } = await show();
  await press('Refund');
  const dialog = screen.getByRole('alertdialog', { name: 'Refund this payment?' });
  expect(dialog.textContent).toContain('$6.00 goes back in full. The subscription stays.');
});

test('asks before it blocks', async () => {
  const shown = await show();
  await shown.press('Block');
  const dialog = screen.getByRole('alertdialog');
  expect(dialog.textContent).toContain('mira@example.com is signed out at once');
  expect(acts()).toEqual([]);
  api.gates.set('act', new Promise(() => {}));
  await shown.user.click(within(dialog).getByRole('button', { name: 'Block' }));
  expect(acts()).toMatchObject([{ act: { type: 'block' } }]);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'People' })));
});

test('a press that is repeated after a lost connection has the same id, and another act a new one', async () => {
  const shown = await show();
  api.failures.set('act', new TransportError('cut'));
  await shown.press('Sign out everywhere');
  expect(screen.getByRole('alert').textContent).toContain('Can’t reach the server.');
  await shown.press('Sign out everywhere');
  await shown.press('Send export');
  const ids = acts().map(({ id }) => id);
  expect(ids[0]).toBe(ids[1]);
  expect(new Set(ids).size).toBe(2);
});

test('says why the server refuses an act', async () => {
  const shown = await show();
  api.failures.set('act', new AppError('conflict', { message: 'Somebody else acted on this account meanwhile.' }));
  await shown.press('Sign out everywhere');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Somebody else acted'));
});

test('an account that cannot be read again after a failed act stays, and one that is gone does not', async () => {
  const shown = await show();
  for (const [again, isShown] of [
    [new TransportError('cut'), true],
    [new AppError('not-found'), false],
  ] as const) {
    api.failures.set('act', new AppError('unavailable'));
    api.failures.set('find', again);
    await shown.press('Sign out everywhere');
    await screen.findByRole('alert');
    expect(button('Sign out everywhere') !== null).toBe(isShown);
  }
});

test('names what owners changed elsewhere at /admin, and keeps an unknown path', async () => {
  const line = { at: AT, actor: 'boss@example.com', action: 'change', outcome: 'done' as const, person: null };
  const paths = ['/brand', '/doctor', '/reports/7/take-down', '/reports/7', '/of-tomorrow'];
  const lines = paths.map((path) => ({ ...line, id: path, details: { method: 'PUT', path } }));
  api.auditPages = [{ success: true, nextBefore: null, lines }];
  await show();
  const acts = screen.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
  expect(acts).toEqual([
    'Changed the product',
    'Checked the setup',
    'Took down a shared page',
    'Dismissed the reports of a shared page',
    'change',
  ]);
  const [first, , , , last] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).not.toContain('path');
  expect(last).toContain('PUT · /of-tomorrow');
});

test('the list of acts is read again after each act, also one that deleted the account', async () => {
  api.foundPerson = { ...PERSON, acts: 0 };
  const shown = await show();
  const reads = () => api.calls.filter((call) => call.startsWith('audit')).length;
  const before = reads();
  await shown.press('Delete account');
  api.foundPerson = null;
  await shown.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await screen.findByText('The account is deleted.');
  expect(reads()).toBe(before + 1);
});

test('the list of acts shows older pages below', async () => {
  const shown = await show();
  const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(lines()).toEqual([expect.stringContaining('Blocked: mira@example.com · Failed')]);
  await shown.press('Show older');
  expect(lines()[1]).toContain('Gave Premium: mira@example.com');
  expect(lines()[1]).toContain('days: 7');
  expect(button('Show older')).toBeNull();
});
