// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { question, reply } from '../../../../stores/testing/scripted-samples.ts';
import { renderChat, renderConversation } from '../../../../testing/render-chat.tsx';
import { MessageRow } from './message-row.tsx';

const ROW = <MessageRow conversationId="c" messageId="r" isFirst={false} isLast={false} isNear />;

test('a line below a message shows and hides the summary that the assistant knows', async () => {
  const { press } = await renderChat(ROW, {
    messages: { r: reply('r', { text: 'So.', summary: 'It was about tea.' }) },
  });
  await screen.findByText('The assistant remembers the messages above as a summary.');
  const isHidden = () => screen.getByText('It was about tea.').closest('[hidden]') !== null;
  expect(isHidden()).toBe(true);
  await press('Show summary');
  expect(isHidden()).toBe(false);
  await press('Hide summary');
  expect(isHidden()).toBe(true);
});

test('a line says that the assistant no longer sees messages without a summary', async () => {
  await renderChat(ROW, { messages: { r: reply('r', { text: 'So.', summary: null }) } });
  await screen.findByText('The assistant can’t see the messages above. This conversation is too long for it.');
  expect(screen.queryByRole('button', { name: 'Show summary' })).toBeNull();
});

test('only the latest summary of a conversation is shown', async () => {
  const rows = ['r', 's'].map((id) => (
    <MessageRow key={id} conversationId="c" messageId={id} isFirst={false} isLast={false} isNear />
  ));
  await renderConversation(rows, [
    question('q', 'Tea?'),
    reply('r', { text: 'Yes.', summary: 'About tea.' }),
    question('p', 'Coffee?'),
    reply('s', { text: 'No.', summary: 'About tea and coffee.' }),
  ]);
  await screen.findByText('About tea and coffee.');
  expect(screen.queryByText('About tea.')).toBeNull();
});
