// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Notice } from '../../stores/chat-state.ts';
import { mountChat } from './mounted-chat.tsx';
import { useUpgradeAtLimit } from './use-upgrade-at-limit.ts';

const refused = (): Notice => ({ kind: 'limit', conversationId: 'c', text: 'Limit.' });

test('each refusal leads to the upgrade once, also when the chat is shown again', async () => {
  let led = 0;
  function Chat() {
    useUpgradeAtLimit(() => led++);
    return null;
  }
  const notice = refused();
  const first = await mountChat(<Chat />);
  await first.set({ notice: { ...refused(), kind: 'send-failed' } });
  expect(led).toBe(0);
  await first.set({ notice });
  await first.unmount();
  const second = await mountChat(<Chat />, { notice });
  expect(led).toBe(1);
  await second.set({ notice: refused() });
  expect(led).toBe(2);
  await second.unmount();
});
