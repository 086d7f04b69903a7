// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Platform } from '../../platform.ts';
import { createStores } from '../create-stores.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { SIGNED_IN } from '../testing/scripted-samples.ts';
import { followSession } from './follow-session.ts';
import { followSignOut } from './follow-sign-out.ts';

const fetched = vi.fn<typeof fetch>();
let shared: ReturnType<typeof memoryStorage>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  shared = memoryStorage();
  fetched.mockImplementation(async () => Response.json(SIGNED_IN));
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const stops: (() => void)[] = [];
function openTab() {
  const stores = createStores({ apiUrl: 'http://api', storage: shared } as unknown as Platform, 'light');
  stops.push(followSession(stores), followSignOut(stores.session));
  return stores;
}
const paths = () => fetched.mock.calls.map(([url]) => new URL(url as string).pathname);
const REFRESH = '/api/billing/refresh-subscription';

test.each(['signIn', 'register'] as const)('refreshes the subscription 500 ms after %s', async (call) => {
  const { session } = openTab();
  await session.getState()[call]({ email: 'ada@example.com', password: 'tangerine' });
  await vi.advanceTimersByTimeAsync(499);
  expect(paths()).not.toContain(REFRESH);
  await vi.advanceTimersByTimeAsync(1);
  await vi.waitFor(() => expect(paths()).toContain(REFRESH));
});

/** What the browser fires in the other tabs. */
function fire(key: string, newValue: string | null) {
  dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

test('signing out ends the session in every tab at once, also without a network', async () => {
  const [one, other] = [openTab(), openTab()];
  await one.session.getState().signIn({ email: 'ada@example.com', password: 'tangerine' });
  const { token, user, status } = one.session.getState();
  other.session.setState({ token, user, status });
  const onEnd = vi.fn<(why: string) => void>();
  other.beforeSessionEnds(onEnd);
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  const set = vi.spyOn(shared, 'set');
  void one.session.getState().signOut();
  for (const [key, value] of set.mock.calls) fire(key, value);
  expect(other.session.getState()).toMatchObject({ status: 'signed-out', user: null, token: null, problem: null });
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('signed-out');
});

test('another session’s end, and other keys, leave the session alone', async () => {
  const { session } = openTab();
  await session.getState().signIn({ email: 'ada@example.com', password: 'tangerine' });
  fire('signed-out', 'another');
  fire('signed-out', null);
  fire('theme', 'dark');
  expect(session.getState().status).toBe('signed-in');
});
