// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { ProductSettings } from '@parley/core';
import type { DesktopBridge, DesktopEvent } from '../bridge.ts';
import { desktopPlatform } from './desktop-platform.ts';
import { EventHub } from './event-hub.ts';

test('the chat takes the question that waits for it, and each later one once', async () => {
  let send: (event: DesktopEvent) => void = () => {};
  const hub = new EventHub({ onEvent: (listener) => void (send = listener) });
  const questions = ['Asked before the page'];
  const bridge = { takeQuestion: async () => questions.shift() ?? null } as unknown as DesktopBridge;
  const start = { server: { url: 'http://localhost' }, secrets: {}, languages: [] } as never;
  const { shell } = desktopPlatform(bridge, hub, start, {} as ProductSettings);

  send({ type: 'question' });
  const asked = vi.fn<(text: string) => void>();
  shell?.onQuestion(asked);
  await vi.waitFor(() => expect(asked.mock.calls).toEqual([['Asked before the page']]));
  questions.push('Asked later');
  send({ type: 'question' });
  await vi.waitFor(() => expect(asked.mock.calls).toEqual([['Asked before the page'], ['Asked later']]));
});
