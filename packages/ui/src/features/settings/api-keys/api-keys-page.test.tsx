// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { AppError, sentenceOf } from '@parley/core';
import { TransportError } from '../../../api/transport-error.ts';
import type { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { renderChat } from '../../../testing/render-chat.tsx';
import { SettingsDialog } from '../settings-dialog.tsx';

/** Opens the API keys of a user who has these. */
async function openKeys(prepare: (api: ScriptedApi) => void = () => {}) {
  const scripted = new ScriptedChat();
  prepare(scripted.api);
  const shown = await renderChat(<SettingsDialog onUpgrade={() => {}} onClose={() => {}} />, {}, scripted);
  await shown.press('View API keys');
  return shown;
}

const listed = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

test('lists the keys with what they may do, their last use and expiry, and revokes them', async () => {
  const { api, press } = await openKeys(({ storedKeys }) => {
    storedKeys.put('a', { scopes: ['read', 'chat'], lastUsedAt: '2020-01-02T12:00:00.000Z' });
    storedKeys.put('b', { name: 'Old', expiresAt: '2020-02-02T12:00:00.000Z' });
  });
  await screen.findByText('Editor');
  expect(listed()).toEqual([
    'Oldparley_sk_…a1b2 · ChatNever used, expired on February 2, 2020Revoke',
    'Editorparley_sk_…a1b2 · Chat, ReadLast used on January 2, 2020, never expiresRevoke',
  ]);
  await press('Revoke Editor');
  await waitFor(() => expect(screen.queryByText('Editor')).toBeNull());
  expect(api.calls).toContain('revokeKey a');
});

test('creates a key, shows it once, copies it, and lists it without its secret', async () => {
  const { api, press, fill, user } = await openKeys();
  await screen.findByText('No keys yet.');
  await press('Create key');
  await fill({ Name: ' My editor ', 'Current password': 'tangerine' });
  await user.click(screen.getByLabelText('Read conversations, projects and memories'));
  await press('Create key');
  expect((await screen.findByLabelText<HTMLInputElement>('API key')).value).toBe('parley_sk_secret');
  expect(api.calls).toContain(
    'createKey {"name":"My editor","scopes":["chat","read"],"expiresInDays":90,"password":"tangerine"}',
  );
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await press('Copy');
  expect(writeText).toHaveBeenCalledWith('parley_sk_secret');
  await press('Done');
  await screen.findByText('My editor');
  expect(document.body.innerHTML).not.toContain('parley_sk_secret');
});

test('says what is missing before it asks the server, and what the server refuses', async () => {
  const { api, press, fill, user } = await openKeys(({ failures }) => {
    failures.set('createKey', new AppError('wrong-password'));
  });
  await screen.findByText('No keys yet.');
  await press('Create key');
  await press('Create key');
  await screen.findByText('Name is required');
  const name = screen.getByRole('textbox', { name: 'Name' });
  expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Name is required');
  await fill({ Name: 'Editor' });
  await user.click(screen.getByLabelText('Send messages and upload files'));
  await press('Create key');
  await screen.findByText('Choose what the key may do');
  expect(screen.queryByText('Name is required')).toBeNull();
  await user.click(screen.getByLabelText('Send messages and upload files'));
  await press('Create key');
  await screen.findByText('Current password is required');
  expect(api.calls.filter((call) => call.startsWith('createKey'))).toEqual([]);
  await fill({ 'Current password': 'clementine' });
  await press('Create key');
  await screen.findByText(sentenceOf('wrong-password'));
});

test('a key that was created or revoked elsewhere appears and goes', async () => {
  const { api, changeList } = await openKeys();
  await screen.findByText('No keys yet.');
  api.storedKeys.put('a', { name: 'Made elsewhere' });
  await changeList('api-keys');
  await screen.findByText('Made elsewhere');
});

test('keys that could not be loaded are loaded again on a press', async () => {
  const { api, press } = await openKeys((scripted) => {
    scripted.failures.set('apiKeys', new TransportError('cut'));
    scripted.storedKeys.put('a');
  });
  await waitFor(() => expect(api.calls.filter((call) => call === 'apiKeys').length).toBeGreaterThan(0));
  if (screen.queryByText('Editor') === null) await press('Try again');
  await screen.findByText('Editor');
});
