// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { ProductSettings } from '@parley/core';
import type { ShellCommand } from '@parley/ui';
import type { DesktopBridge, DesktopEvent } from '../bridge.ts';
import { desktopPlatform } from './desktop-platform.ts';
import { EventHub } from './event-hub.ts';

test('a question that waits for the chat is dropped when the session ends', () => {
  let send: (event: DesktopEvent) => void = () => {};
  const hub = new EventHub({ onEvent: (listener) => void (send = listener) });
  const bridge = { keepSecret: async () => true } as unknown as DesktopBridge;
  const start = { server: { url: 'http://localhost' }, secrets: { token: 'expired' }, languages: [] } as never;
  const { storage, shell } = desktopPlatform(bridge, hub, start, {} as ProductSettings);
  const ask = (text: string) => send({ type: 'command', command: { do: 'ask', text } });

  ask('Asked by the first account');
  storage.remove('token');
  storage.set('token', 'of the second account');
  ask('Asked by the second account');
  const obeyed = vi.fn<(command: ShellCommand) => void>();
  shell?.onCommand(obeyed);
  expect(obeyed.mock.calls).toEqual([[{ do: 'ask', text: 'Asked by the second account' }]]);
});
