// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TransportError } from '../../../api/transport-error.ts';
import type { ChatStore } from '../chat-store.ts';
import { watchUsage } from './watch-usage.ts';
import type { ScriptedApi } from '../../testing/scripted-api.ts';
import { ScriptedChat } from '../../testing/scripted-chat.ts';
import { USAGE } from '../../testing/scripted-samples.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const HOUR = 3_600_000;
const AT_LIMIT = { ...USAGE, messagesUsed: 10, isLimitReached: true, periodEnd: new Date(NOW + HOUR).toISOString() };

let api: ScriptedApi;
let chat: ChatStore;
let end: () => void;
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  const scripted = new ScriptedChat();
  ({ api } = scripted);
  chat = scripted.open().store;
  end = watchUsage(chat);
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

const asked = () => api.calls.filter((call) => call === 'usage').length;

test('a user at the limit can write again when the window ends', async () => {
  chat.setState({ usage: AT_LIMIT });
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(asked()).toBe(0);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toBe(1);
  expect(chat.getState().usage).toEqual(USAGE);
});

test('a failed or early refetch of the usage is retried after a delay', async () => {
  api.usage = async () => {
    api.calls.push('usage');
    return AT_LIMIT;
  };
  chat.setState({ usage: AT_LIMIT });
  await vi.advanceTimersByTimeAsync(HOUR + 1000);
  expect(asked()).toBe(1);
  api.usage = async () => {
    api.calls.push('usage');
    throw new TransportError('offline');
  };
  await vi.advanceTimersByTimeAsync(59_000);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toBe(2);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toBe(3);
});

test('a page at the limit refetches the usage when it becomes visible', async () => {
  dispatchEvent(new Event('focus'));
  expect(asked()).toBe(0);
  chat.setState({ usage: AT_LIMIT });
  dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toBe(1);
});

test('no usage is fetched for an unused window or after unsubscribing', async () => {
  chat.setState({ usage: { ...AT_LIMIT, messagesUsed: 0, isLimitReached: false } });
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  chat.setState({ usage: AT_LIMIT });
  end();
  await vi.advanceTimersByTimeAsync(2 * HOUR);
  dispatchEvent(new Event('focus'));
  expect(asked()).toBe(0);
});
