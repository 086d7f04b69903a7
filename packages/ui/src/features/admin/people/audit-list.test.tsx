// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import type { AuditResponse } from '@parley/core';
import { expect, test } from 'vitest';
import { TransportError } from '../../../api/transport-error.ts';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { FiguresPage } from '../figures-page.tsx';
import { AuditList } from './audit-list.tsx';
import { refreshAudit } from './audit-refreshes.ts';

const AT = '2026-11-23T12:00:00.000Z';
const LINE = { at: AT, actor: 'boss@example.com', details: {}, outcome: 'done' as const, person: null };
const reads = (api: ScriptedApi) => api.calls.filter((call) => call.startsWith('audit')).length;
const list = async () => within(await screen.findByRole('region', { name: 'What staff did' }));

test('the list of acts is read again after every act at /admin, also one that failed', async () => {
  const api = new ScriptedApi();
  const origin = { mode: 'normal', model: null, version: '1.2.0', question: null, reply: null, createdAt: AT } as const;
  api.storedFeedback.reports = {
    open: 1,
    reasons: [],
    reports: [{ ...origin, id: 'r1', reasons: ['harmful'], comment: '' }],
  };
  const page = await renderWithClient(<FiguresPage />, { api, reactStrictMode: false });
  await (await list()).findByText('Nothing yet.');
  const presses: (() => Promise<void>)[] = [
    () => page.press('Mark as done'),
    () => page.press('Check the setup'),
    () => page.press('Save'),
    async () => {
      await page.fill({ 'Address of a shared page': 'https://parley.example/share/a' });
      await page.press('Take down');
    },
    async () => {
      api.failures.set('examine', new TransportError('cut'));
      await page.press('Check the setup');
    },
  ];
  for (const press of presses) {
    const before = reads(api);
    await press();
    await waitFor(() => expect(reads(api)).toBe(before + 1));
  }
});

test('a list that could not be read can be read again', async () => {
  const api = new ScriptedApi();
  api.failures.set('audit', new TransportError('cut'));
  const page = await renderWithClient(<AuditList />, { api, reactStrictMode: false });
  await (await list()).findByRole('alert');
  await page.press('Try again');
  await (await list()).findByText('Nothing yet.');
  expect((await list()).queryByRole('alert')).toBeNull();
});

test('older lines that arrive after the list was read again are left out', async () => {
  const api = new ScriptedApi();
  const pageOf = (id: string, nextBefore: string | null): AuditResponse => ({
    success: true,
    nextBefore,
    lines: [{ ...LINE, id, action: id }],
  });
  api.auditPages = [pageOf('first', '1'), pageOf('second', null)];
  const shown = await renderWithClient(<AuditList />, { api, reactStrictMode: false });
  const late = Promise.withResolvers<void>();
  api.gates.set('audit', late.promise);
  await shown.press('Show older');
  api.auditPages = [pageOf('new', '2')];
  act(refreshAudit);
  await (await list()).findByText('new');
  await act(async () => late.resolve());
  expect((await list()).getAllByRole('listitem')).toHaveLength(1);
  expect((await list()).getByRole<HTMLButtonElement>('button', { name: 'Show older' }).disabled).toBe(false);
});
