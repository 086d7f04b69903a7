// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reply } from '../../../../stores/testing/scripted-samples.ts';
import { renderChat } from '../../../../testing/render-chat.tsx';
import { MessageRow } from './message-row.tsx';

const ROW = <MessageRow conversationId="c" messageId="r" isFirst={false} isLast={false} isNear />;

test('a line below a message shows and hides the summary that the assistant knows', async () => {
  const { press } = await renderChat(ROW, {
    messages: { r: reply('r', { text: 'So.', summary: 'It was about tea.' }) },
  });
  await screen.findByText('The assistant remembers the messages above as a summary.');
  expect(screen.getByText('It was about tea.').hidden).toBe(true);
  await press('Show summary');
  expect(screen.getByText('It was about tea.').hidden).toBe(false);
  await press('Hide summary');
  expect(screen.getByText('It was about tea.').hidden).toBe(true);
});

test('a line says that the assistant no longer sees messages without a summary', async () => {
  await renderChat(ROW, { messages: { r: reply('r', { text: 'So.', summary: null }) } });
  await screen.findByText('The assistant can’t see the messages above. This conversation is too long for it.');
  expect(screen.queryByRole('button', { name: 'Show summary' })).toBeNull();
});
