// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { AppError } from '@parley/core';
import { expect, test } from 'vitest';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { ReceiptsPage } from './receipts-page.tsx';

const AT = '2026-06-14T12:00:00.000Z';

test('receipts show date, amount and state, and open at Stripe', async () => {
  const api = new ScriptedApi();
  const receipt = { at: AT, currency: 'usd', url: 'https://invoice.example/1' } as const;
  api.paid.receipts = [
    { ...receipt, id: '2', amount: 500, status: 'open' },
    { ...receipt, id: '1', amount: 1000, status: 'paid' },
    { ...receipt, id: '0', amount: 1000, status: 'paid', url: null },
  ];
  await renderWithClient(<ReceiptsPage />, { api, account: {} });
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'June 14, 2026Not paid yet$5.00Pay',
    'June 14, 2026Paid$10.00Receipt',
    'June 14, 2026Paid$10.00',
  ]);
  const link = screen.getByRole('link', { name: 'Receipt of June 14, 2026 (opens in a new tab)' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://invoice.example/1', '_blank']);
});

test('receipts say that there are none', async () => {
  await renderWithClient(<ReceiptsPage />, { account: {} });
  expect(document.body.textContent).toBe('You have no receipts yet.');
});

test('receipts that failed to load can be loaded again', async () => {
  const api = new ScriptedApi();
  api.failures.set('payments', new AppError('unavailable', { message: 'We couldn’t reach the payment service.' }));
  const { press } = await renderWithClient(<ReceiptsPage />, { api, account: {}, reactStrictMode: false });
  expect((await screen.findByRole('alert')).textContent).toBe('We couldn’t reach the payment service.');
  await press('Try again');
  expect(await screen.findByText('You have no receipts yet.')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});
