// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AppError, type FiguresDay, type FiguresResponse } from '@parley/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TransportError } from '../../api/transport-error.ts';
import { ScriptedApi } from '../../stores/testing/scripted-api.ts';
import { renderWithClient } from '../../testing/render-with-client.tsx';
import { FiguresPage } from './figures-page.tsx';

const QUIET: Omit<FiguresDay, 'date'> = { newUsers: 0, messages: 0, replies: 0, failures: 0 };
const FIGURES: FiguresResponse = {
  success: true,
  users: 1234,
  runningReplies: 2,
  subscriptions: [
    { status: 'active', count: 3 },
    { status: 'trialing', count: 1 },
    { status: 'surprising', count: 1 },
  ],
  activeSubscriptions: 4,
  monthlyRevenue: [
    { currency: 'usd', amount: 3166 },
    { currency: 'eur', amount: 1000 },
  ],
  duplicateSubscriptions: 1,
  days: [
    { ...QUIET, date: '2026-01-30', messages: 2, replies: 2 },
    { ...QUIET, date: '2026-01-31', messages: 1010, replies: 1000, failures: 10, newUsers: 7 },
  ],
  failures: [
    { code: 'model-timeout', count: 9 },
    { code: 'of-tomorrow', count: 1 },
  ],
};

let api: ScriptedApi;
beforeEach(() => {
  api = new ScriptedApi();
  api.operatorFigures = FIGURES;
});
afterEach(() => {
  history.replaceState(null, '', '/');
  vi.useRealTimers();
});

function show({ takesPayments = true, address = '/admin' } = {}) {
  history.replaceState(null, '', address);
  return renderWithClient(<FiguresPage />, { api, settings: { takesPayments }, reactStrictMode: false });
}

const section = (name: string) => {
  const found = screen.getByRole('heading', { level: 2, name }).closest('section');
  if (!found) throw new Error(`No section is called ${name}`);
  return found;
};
const rows = (name: string) =>
  within(section(name))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
/** The four figures at the top: name, number and note. */
const keyFigures = () => screen.getAllByRole('term').map(({ parentElement }) => parentElement?.textContent);
const status = () => screen.queryByRole('status')?.textContent;
const alert = () => screen.queryByRole('alert')?.textContent;
const range = () => screen.getByRole('radio', { checked: true }).parentElement?.textContent;
const skeletons = () => screen.getByRole('main').querySelector(':scope > [aria-hidden]');

test('shows the number of users, the revenue and the current load', async () => {
  await show();
  expect(keyFigures()).toEqual([
    'Users1,2347 new in 2 days',
    'Running replies2In progress now',
    'Active subscriptions41 on trial',
    'Monthly recurring revenue$31.66 + €10From 3 subscriptions',
  ]);
  expect(document.body.textContent).toContain('1 user has more than one active subscription');
});

test('shows every day in a chart and the same figures in a table', async () => {
  await show();
  expect(within(section('Replies')).getByRole('img').getAttribute('aria-label')).toBe(
    'Replies per day, 1,002 finished, 10 failed in 2 days. The table below has the same data.',
  );
  expect(section('Replies').querySelectorAll('svg[role=img] rect.fill-line')).toHaveLength(2);
  expect(section('Replies').querySelectorAll('svg[role=img] rect.fill-danger')).toHaveLength(1);
  expect(rows('Replies')).toEqual([
    ['Day', 'Finished', 'Failed'],
    ['Jan 31', '1,000', '10'],
    ['Jan 30', '2', '0'],
  ]);
  expect(rows('Messages')[1]).toEqual(['Jan 31', '1,010']);
  expect(rows('New users')[1]).toEqual(['Jan 31', '7']);
});

test('shows the figures of the selected day', async () => {
  await show();
  const days = section('Replies').querySelectorAll('svg[role=img] > rect[data-day]');
  expect(days).toHaveLength(2);
  expect(section('Replies').querySelector('p')?.textContent).toBe('1,002 finished10 failedin 2 days');
  if (days[0]) fireEvent.pointerOver(days[0]);
  expect(section('Replies').querySelector('p')?.textContent).toBe('2 finished0 failedon Jan 30');
});

test('shows failure reasons and subscription statuses, including unknown ones', async () => {
  await show();
  expect(rows('Failed replies by cause')).toEqual([
    ['Cause', 'Replies'],
    ['model-timeoutThe AI service took too long to respond. Please try again.', '9'],
    ['of-tomorrow', '1'],
  ]);
  expect(rows('Subscriptions by status')).toEqual([
    ['Status', 'Users'],
    ['Active', '3'],
    ['Trial', '1'],
    ['Unknown', '1'],
  ]);
});

test('says that no data exists yet', async () => {
  api.operatorFigures = {
    ...FIGURES,
    users: 1,
    runningReplies: 0,
    subscriptions: [],
    activeSubscriptions: 0,
    monthlyRevenue: [],
    duplicateSubscriptions: 0,
    days: [{ ...QUIET, date: '2026-01-31' }],
    failures: [],
  };
  await show();
  expect(
    screen
      .getAllByRole('paragraph')
      .filter((each) => each.closest('section'))
      .map(({ textContent }) => textContent),
  ).toEqual([
    'No messages in this period.',
    'No replies in this period.',
    'No failed replies in this period.',
    'No new users in this period.',
    'No subscriptions yet.',
  ]);
  expect(keyFigures()[3]).toBe('Monthly recurring revenue$0From 0 subscriptions');
  expect(within(section('Replies')).queryByRole('img')).toBeNull();
});

test('shows no revenue when the server sells nothing', async () => {
  await show({ takesPayments: false });
  expect(keyFigures().slice(2)).toEqual([
    'Active subscriptions–Payments aren’t set up',
    'Monthly recurring revenue–Payments aren’t set up',
  ]);
  expect(screen.queryByRole('heading', { name: 'Subscriptions by status' })).toBeNull();
});

test.each([
  ['/admin', '30 days', 'figures 30'],
  ['/admin?days=7', '7 days', 'figures 7'],
  ['/admin?days=8', '30 days', 'figures 30'],
])('the address %s selects %s', async (address, label, call) => {
  await show({ address });
  expect(range()).toBe(label);
  expect(api.calls).toEqual([call]);
});

test('requests another range and keeps the old figures until the new ones arrive', async () => {
  const { user } = await show();
  const gate = Promise.withResolvers<void>();
  api.gates.set('figures', gate.promise);
  api.operatorFigures = { ...FIGURES, users: 5 };
  await user.click(screen.getByRole('radio', { name: '90 days' }));
  expect(range()).toBe('90 days');
  expect(api.calls).toEqual(['figures 30', 'figures 90']);
  expect(keyFigures()[0]).toContain('1,234');
  await act(async () => gate.resolve());
  expect(keyFigures()[0]).toContain('Users5');
});

test('shows skeletons only when loading takes long', async () => {
  vi.useFakeTimers();
  api.gates.set('figures', new Promise(() => {}));
  await show();
  expect(status()).toBe('Loading the dashboard');
  expect(skeletons()).toBeNull();
  await act(async () => vi.advanceTimersByTime(300));
  expect(skeletons()).not.toBeNull();
});

test('shows why the figures failed to load, and retries', async () => {
  api.failures.set('figures', new TransportError('cut'));
  const { press } = await show();
  expect(alert()).toContain('Can’t reach the server.');
  expect(screen.queryByRole('term')).toBeNull();
  await press('Try again');
  await waitFor(() => expect(alert()).toBeUndefined());
  expect(status()).toBe('Dashboard for the last 2 days');
});

test('refreshes every 30 s and keeps the old figures when a refresh fails', async () => {
  vi.useFakeTimers();
  await show();
  api.failures.set('figures', new AppError('forbidden'));
  await act(async () => vi.advanceTimersByTimeAsync(30_000));
  expect(api.calls).toHaveLength(2);
  expect(alert()).toBe('You don’t have permission. You’re seeing earlier data.Try again');
  expect(keyFigures()[0]).toContain('1,234');
  await act(async () => vi.advanceTimersByTimeAsync(30_000));
  expect(alert()).toBeUndefined();
});
