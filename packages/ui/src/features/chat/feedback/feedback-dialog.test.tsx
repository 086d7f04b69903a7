// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { AppError, type Feedback } from '@parley/core';
import { expect, test, vi } from 'vitest';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { question, reply } from '../../../stores/testing/scripted-samples.ts';
import { ChatContext } from '../../../stores/client.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { MessageRow } from '../thread/list/message-row.tsx';

async function renderReply(fields = {}) {
  const scripted = new ScriptedChat();
  scripted.api.put('c', question('q', 'Why?'), reply('r', { text: 'Because.', mode: 'normal', ...fields }));
  const chat = scripted.open().store;
  const row = <MessageRow conversationId="c" messageId="r" isFirst={false} isLast isNear />;
  const { press, user } = await renderWithClient(<ChatContext value={chat}>{row}</ChatContext>, {
    api: scripted.api,
    account: {},
  });
  await act(async () => {
    await chat.getState().start('ada');
    await chat.getState().openThread('c');
  });
  await waitFor(() => expect(document.querySelector('.prose')).not.toBeNull());
  const choose = async (row: string) => {
    await press('More options');
    await user.click(await screen.findByRole('menuitem', { name: row }));
    return screen.findByRole('dialog');
  };
  return { feedback: scripted.api.storedFeedback, press, choose };
}

test('a rating is stored at once, and can be explained, corrected and taken back', async () => {
  const { feedback, choose } = await renderReply();
  const { stored } = feedback;
  await choose('Bad reply');
  await waitFor(() => expect(stored.get('r')).toMatchObject({ rating: 'bad', reasons: [] }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Unclear' }));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Too long.' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Send the question and the reply along' }));
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const said = { rating: 'bad', reasons: ['clarity'], comment: 'Too long.', sendsWords: true };
  expect(stored.get('r')).toEqual(said);

  await choose('Bad reply');
  expect(await screen.findByDisplayValue('Too long.')).toBeDefined();
  expect(stored.get('r')).toEqual(said);
  fireEvent.click(screen.getByRole('button', { name: 'Take back rating' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(stored.size).toBe(0);
});

test('a rating that fails says so and keeps what was typed', async () => {
  const { feedback, choose } = await renderReply();
  await choose('Good reply');
  await waitFor(() => expect(feedback.stored.get('r')?.rating).toBe('good'));
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Nice.' } });
  vi.spyOn(feedback, 'put').mockRejectedValueOnce(new AppError('unavailable'));
  fireEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(screen.getByDisplayValue('Nice.')).toBeDefined();
});

test('an imported reply can be neither rated nor reported', async () => {
  const { press } = await renderReply({ mode: undefined });
  await press('More options');
  expect(await screen.findByRole('menuitem', { name: 'Shorter' })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: 'Good reply' })).toBeNull();
  expect(screen.queryByRole('menuitem', { name: 'Report' })).toBeNull();
});

test('a report is sent with a reason, confirmed, shown again and taken back', async () => {
  const { feedback, choose } = await renderReply();
  const { stored } = feedback;
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send report' });
  await choose('Report');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'It’s harmful or dangerous' }));
  await waitFor(() => expect(send().disabled).toBe(false));
  expect(stored.size).toBe(0);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'It burns.' } });
  fireEvent.click(screen.getByRole('checkbox', { name: 'Send the question and the reply along' }));
  fireEvent.click(send());
  expect(await screen.findByRole('dialog', { name: 'Thanks for your report' })).toBeDefined();
  const said = { rating: 'report', reasons: ['harmful'], comment: 'It burns.', sendsWords: true };
  expect(stored.get('r')).toEqual(said);
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('More options'));

  // A rating would replace the report.
  await choose('Good reply');
  expect(await screen.findByRole('dialog', { name: 'You reported this reply' })).toBeDefined();
  expect(screen.getByDisplayValue('It burns.')).toBeDefined();
  expect(stored.get('r')).toEqual(said);
  fireEvent.click(screen.getByRole('checkbox', { name: 'It’s harmful or dangerous' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Processing...' })).toBeNull());
  expect(send().disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Take back report' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(stored.size).toBe(0);
});

test('a report that fails says so and keeps what was chosen', async () => {
  const { feedback, choose } = await renderReply();
  await choose('Report');
  vi.spyOn(feedback, 'put').mockRejectedValueOnce(new AppError('unavailable'));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Something else' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Send report' }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Something else' }).checked).toBe(true);
});

test.each([
  ['Bad reply', 'bad', 'Unclear', 'Take back rating'],
  ['Report', 'report', 'Something else', 'Take back report'],
] as const)('%s keeps what was typed while the earlier one loads, and is gone once taken back', async (...row) => {
  const [choice, rating, reason, takeBack] = row;
  const { feedback, choose } = await renderReply();
  const { stored } = feedback;
  const earlier = { rating, reasons: [rating === 'bad' ? 'clarity' : 'other'], comment: '', sendsWords: false };
  const late = Promise.withResolvers<Feedback>();
  vi.spyOn(feedback, 'find').mockReturnValue(late.promise);
  await choose(choice);
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Too long.' } });
  await act(async () => late.resolve(earlier as Feedback));
  expect(await screen.findByRole('checkbox', { name: reason, checked: true })).toBeDefined();
  expect(screen.getByDisplayValue('Too long.')).toBeDefined();
  // The answer to an earlier attempt was lost.
  expect(stored.size).toBe(0);
  fireEvent.click(await screen.findByRole('button', { name: takeBack }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
