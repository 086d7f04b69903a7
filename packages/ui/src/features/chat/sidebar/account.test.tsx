// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { Account } from './account.tsx';
import { CollapsedSidebar } from './collapsed-sidebar.tsx';

const nothing = () => {};
const onShortcuts = vi.fn<() => void>();
const onTemporary = vi.fn<() => void>();
const OPEN = <Account onAuthenticate={nothing} onSettings={nothing} onShortcuts={onShortcuts} onUpgrade={nothing} />;
const COLLAPSED = (
  <CollapsedSidebar
    onOpen={nothing}
    onSearch={nothing}
    onNewChat={nothing}
    onTemporary={onTemporary}
    onSettings={nothing}
    onUpgrade={nothing}
  />
);
const UPGRADE = { name: /Upgrade to Premium/ };

test.each([
  ['open', OPEN],
  ['collapsed', COLLAPSED],
])('the %s sidebar offers a plan only if the server sells one', async (_state, sidebar) => {
  const { unmount } = await renderWithClient(sidebar, { account: {}, settings: { takesPayments: true } });
  expect(screen.getByRole('button', UPGRADE)).toBeDefined();
  unmount();
  await renderWithClient(sidebar, { account: {}, settings: { takesPayments: false } });
  expect(screen.queryByRole('button', UPGRADE)).toBeNull();
});

test('the collapsed sidebar begins a temporary chat, and offers none to a visitor', async () => {
  const { press, unmount } = await renderWithClient(COLLAPSED, { account: {} });
  await press('Temporary chat');
  expect(onTemporary).toHaveBeenCalledOnce();
  unmount();
  await renderWithClient(COLLAPSED, { account: null });
  expect(screen.getByRole('button', { name: 'New Chat' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Temporary chat' })).toBeNull();
});

test.each(['past_due', 'unpaid'])(
  'the sidebar asks a user whose payment is %s for another card',
  async (subscriptionStatus) => {
    await renderWithClient(OPEN, { account: { subscriptionTier: 'premium', subscriptionStatus } });
    expect(screen.getByRole('button', { name: 'Update your card' })).toBeDefined();
  },
);

test('the sidebar names the account, and offers settings and sign-out', async () => {
  await renderWithClient(OPEN, { account: {} });
  expect(screen.getByRole('paragraph').textContent).toBe('Logged in as ada@example.com');
  expect(screen.getByRole('button', { name: 'Settings' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Logout' })).toBeDefined();
});

test('the sidebar shows an admin the unlocked features', async () => {
  await renderWithClient(OPEN, { account: { isAdmin: true } });
  for (const text of ['Admin', 'Premium features unlocked', 'Testing mode']) {
    await screen.findByText(text);
  }
});

test('the sidebar links support staff to the dashboard, and says nothing of Premium', async () => {
  await renderWithClient(OPEN, { account: { isSupport: true } });
  await screen.findByText('Support');
  expect(screen.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/admin');
  expect(screen.queryByText('Premium features unlocked')).toBeNull();
});

test('the sidebar offers a visitor to sign in or register', async () => {
  await renderWithClient(OPEN, { account: null });
  expect(screen.getByRole('button', { name: 'Login' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Register' })).toBeDefined();
});

test('the help menu leads to the information pages and the keyboard shortcuts', async () => {
  const { press, user } = await renderWithClient(OPEN, { account: {} });
  await press('Help');
  const items = await screen.findAllByRole('menuitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Help',
    'Contact',
    'Status',
    'Privacy',
    'Keyboard shortcuts',
  ]);
  await user.click(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' }));
  expect(onShortcuts).toHaveBeenCalledOnce();
});
