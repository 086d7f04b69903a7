// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { reply } from '../../testing/scripted-samples.ts';
import { ScriptedChat } from '../../testing/scripted-chat.ts';
import { settled } from '../../testing/settled.ts';
import { chooseNotifications, notifyHiddenReplies, readNotificationChoice } from './notify-hidden-replies.ts';

const showNotification = vi.fn<() => Promise<void>>(async () => {});
let permission: NotificationPermission;
let visibility: 'visible' | 'hidden';
let storage: ReturnType<typeof memoryStorage>;
let offers: number;

beforeEach(() => {
  vi.useFakeTimers();
  showNotification.mockClear();
  permission = 'granted';
  visibility = 'hidden';
  offers = 0;
  storage = memoryStorage();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: vi.fn<() => Promise<NotificationPermission>>(async () => permission),
  });
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ showNotification }) } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Asks a question whose reply takes this many milliseconds. */
async function answeredAfter(milliseconds: number): Promise<string> {
  const played = new ScriptedChat();
  const chat = await played.signedIn();
  notifyHiddenReplies(chat.store, storage, () => void offers++);
  const id = chat.act.newConversation();
  void chat.act.send(id, 'Why is the sky blue?');
  await settled();
  await played.api.stream.accept('run', 'q', 'r');
  vi.setSystemTime(Date.now() + milliseconds);
  await played.api.stream.finish(reply('r', { text: 'Because.' }));
  await settled();
  return id;
}

test('a reply that ends in a hidden page is notified once, with its conversation', async () => {
  const conversationId = await answeredAfter(100);
  expect(showNotification.mock.calls).toEqual([
    ['Why is the sky blue?', { body: 'Because.', tag: conversationId, icon: '/favicon.svg', data: { conversationId } }],
  ]);
  expect(offers).toBe(0);
});

test('a reply that ends in a visible page is not notified', async () => {
  visibility = 'visible';
  await answeredAfter(60_000);
  expect([showNotification.mock.calls.length, offers]).toEqual([0, 0]);
});

test.each([
  ['of 3 seconds', 3_000, 0],
  ['of 12 seconds', 12_000, 1],
])(
  'a hidden reply %s offers notifications that were not chosen %i ms later %i times',
  async (_, duration, expected) => {
    permission = 'default';
    await answeredAfter(duration);
    expect([offers, showNotification.mock.calls.length]).toEqual([expected, 0]);
    expect(Notification.requestPermission).not.toHaveBeenCalled();
  },
);

test('a declined offer is not repeated, and turning off silences a granted permission', async () => {
  permission = 'default';
  await chooseNotifications(storage, 'off');
  await answeredAfter(60_000);
  permission = 'granted';
  await answeredAfter(60_000);
  expect([offers, showNotification.mock.calls.length, readNotificationChoice(storage)]).toEqual([0, 0, 'off']);
  await chooseNotifications(storage, 'on');
  expect(Notification.requestPermission).toHaveBeenCalledOnce();
  expect(readNotificationChoice(storage)).toBe('on');
});

test('a browser that blocks notifications gets neither an offer nor a notification', async () => {
  permission = 'denied';
  await answeredAfter(60_000);
  expect([offers, showNotification.mock.calls.length, readNotificationChoice(storage)]).toEqual([0, 0, 'blocked']);
});
