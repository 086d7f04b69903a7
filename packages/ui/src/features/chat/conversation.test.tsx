// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderConversation } from '../../testing/render-chat.tsx';
import { Conversation } from './conversation.tsx';

const nothing = () => {};

test('a suggested prompt goes above what was typed, in place of the one before, with the caret at the end', async () => {
  vi.stubGlobal('CSS', { supports: () => true, escape: (text: string) => text });
  onTestFinished(() => void vi.unstubAllGlobals());
  const chat = (
    <Conversation
      conversationId="c"
      menuRef={{ current: null }}
      onMenu={nothing}
      onNewChat={nothing}
      onSignIn={nothing}
      onUpgrade={nothing}
    />
  );
  const { press, user } = await renderConversation(chat, [], {
    prompts: [
      { mode: 'normal', text: 'Plan my day' },
      { mode: 'thinking', text: 'Find a flaw' },
    ],
  });
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  await press('Normal Plan my day');
  expect(box.value).toBe('Plan my day');
  await user.clear(box);
  await user.type(box, 'I wake at six.');
  await press('Normal Plan my day');
  await press('Thinking Find a flaw');
  expect(box.value).toBe('Find a flaw\n\nI wake at six.');
  expect([document.activeElement, box.selectionStart]).toEqual([box, box.value.length]);
});
