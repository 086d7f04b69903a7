// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TransportError } from '../../../api/transport-error.ts';
import type { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { renderChat } from '../../../testing/render-chat.tsx';
import { SettingsDialog } from '../settings-dialog.tsx';

/** Opens the shared links of a user who has these. */
async function openShares(prepare: (api: ScriptedApi) => void = () => {}) {
  const scripted = new ScriptedChat();
  prepare(scripted.api);
  const shown = await renderChat(<SettingsDialog onUpgrade={() => {}} onClose={() => {}} />, {}, scripted);
  await shown.press('View shared links');
  return shown;
}

const listed = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

test('lists the links with what they share, copies and revokes them', async () => {
  const { api, press } = await openShares(({ storedShares }) => {
    storedShares.put('a', { title: 'Tea', updatedAt: '2020-01-02T12:00:00.000Z', hasReasoning: true });
    storedShares.put('b', {
      title: 'Old',
      url: null,
      updatedAt: '2020-01-02T12:00:00.000Z',
      expiresAt: '2020-02-02T12:00:00.000Z',
    });
  });
  await screen.findByText('Tea');
  expect(listed()).toEqual([
    'OldCopied on January 2, 2020, expired on February 2, 2020Revoke',
    'TeaCopied on January 2, 2020, with reasoningCopy linkRevoke',
  ]);
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  // Time passes only while the process runs.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  // Voice control goes by the visible words.
  await press('Copy link: Tea');
  expect(writeText).toHaveBeenCalledWith('https://parley.example/share/a');
  await screen.findByRole('button', { name: 'Copied' });
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Link copied');
  await press('Revoke the link to Tea');
  await waitFor(() => expect(screen.queryByText('Tea')).toBeNull());
  expect(api.calls).toContain('revokeShare a');
});

test('a link that was made or revoked elsewhere appears and goes', async () => {
  const { api, changeList } = await openShares();
  await screen.findByText('Nothing is shared. Choose Share from a conversation’s menu.');
  api.storedShares.put('a', { title: 'Made elsewhere' });
  await changeList('shares');
  await screen.findByText('Made elsewhere');
});

test('the links of a conversation that is deleted elsewhere go', async () => {
  const { api, chat } = await openShares(({ storedShares }) => storedShares.put('a', { title: 'Tea' }));
  await screen.findByText('Tea');
  await api.storedShares.revoke('a');
  act(() => chat.getState().handleUserEvent({ type: 'deleted', conversationId: 'c' }));
  await waitFor(() => expect(screen.queryByText('Tea')).toBeNull());
});

test('links that could not be loaded are loaded again on a press', async () => {
  const { api, press } = await openShares((scripted) => {
    scripted.failures.set('shares', new TransportError('cut'));
    scripted.storedShares.put('a', { title: 'Tea' });
  });
  await waitFor(() => expect(api.calls.filter((call) => call === 'shares').length).toBeGreaterThan(0));
  if (screen.queryByText('Tea') === null) await press('Try again');
  await screen.findByText('Tea');
});
