// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { AppError, sentenceOf, type User } from '@parley/core';
import { expect, test } from 'vitest';
import { ChatContext } from '../../../stores/client.ts';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { ADA } from '../../../stores/testing/scripted-samples.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { SettingsDialog } from '../settings-dialog.tsx';

const about = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'About you' });
const style = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'How to answer' });

/** Opens the instructions of a user who has saved these. */
async function openInstructions(
  saved: { about?: string; answerStyle?: string } = {},
  prepare?: (api: ScriptedApi) => void,
) {
  const api = new ScriptedApi();
  Object.assign(api.ownAccount, saved);
  prepare?.(api);
  const settings = <SettingsDialog onUpgrade={() => {}} onClose={() => {}} />;
  const { store } = new ScriptedChat().open();
  const page = await renderWithClient(<ChatContext value={store}>{settings}</ChatContext>, {
    api,
    token: 'good',
    account: {},
  });
  await page.press(Object.keys(saved).length > 0 ? 'Edit instructions' : 'Write instructions');
  api.calls = [];
  return { ...page, chat: store };
}

test('saves what was edited, and nothing else', async () => {
  const { api, user, press } = await openInstructions({ about: 'A baker.', answerStyle: 'Short.' });
  expect([about().value, style().value]).toEqual(['A baker.', 'Short.']);
  await user.clear(style());
  await user.type(style(), 'In depth.');
  await press('Save');
  await screen.findByRole('button', { name: 'Edit instructions' });
  expect(api.calls).toContain('setPreferences {"answerStyle":"In depth."}');
});

test('keeps the text when saving fails', async () => {
  const { api, user, press } = await openInstructions();
  api.failures.set('setPreferences', new AppError('unavailable'));
  await user.type(about(), 'A baker.');
  await press('Save');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(sentenceOf('unavailable')));
  expect(about().value).toBe('A baker.');
});

test('counts near the limit and does not save beyond it', async () => {
  const { api, user, press } = await openInstructions();
  await user.click(about());
  await user.paste('x'.repeat(1300));
  expect(screen.getByText('1,300 of 1,500 characters')).toBeDefined();
  await user.paste('x'.repeat(201));
  expect(screen.getByRole('alert').textContent).toBe('1,501 of 1,500 characters. Shorten it to save it.');
  await press('Save');
  expect(api.calls.filter((call) => call.startsWith('setPreferences'))).toEqual([]);
});

test('proposes what the onboarding’s answers say, which the user can change before saving', async () => {
  const { api, user, press } = await openInstructions({}, (scripted) => {
    scripted.onboardingState = { ...scripted.onboardingState, answers: { goals: ['writing'], quiz: {} } };
  });
  await screen.findByText('I want help with writing.');
  await press('Use this');
  expect(about().value).toBe('I want help with writing.');
  expect(screen.queryByRole('button', { name: 'Use this' })).toBeNull();
  await user.type(about(), ' In Danish.');
  await press('Save');
  await waitFor(() => expect(api.ownAccount.about).toBe('I want help with writing. In Danish.'));
});

test('shows what another device has saved, except what is being edited here', async () => {
  const { api, user, chat } = await openInstructions({ about: 'A baker.', answerStyle: 'Short.' });
  await user.type(about(), ' In Kiel.');
  Object.assign(api.ownAccount, { about: 'A cook.', answerStyle: 'In depth.' });
  await act(async () => chat.setState({ changeCount: 7 }));
  await waitFor(() => expect(style().value).toBe('In depth.'));
  expect(about().value).toBe('A baker. In Kiel.');
});

test('keeps what was typed when the session expires, for the same user alone', async () => {
  const { api, session, user, press } = await openInstructions();
  const signIn = (account: Partial<User>) =>
    act(async () => session.setState({ status: 'signed-in', token: 'next', user: { ...ADA, ...account } }));
  await user.type(about(), 'A baker.');
  await act(async () => session.getState().expire());
  await signIn({});
  expect(about().value).toBe('A baker.');
  await act(async () => session.getState().expire());
  await signIn({ _id: 'bob', email: 'bob@example.com' });
  expect(screen.queryByRole('textbox', { name: 'About you' })).toBeNull();
  await press('Write instructions');
  expect(about().value).toBe('');
  expect(api.calls).not.toContainEqual(expect.stringMatching(/^setPreferences/));
});
