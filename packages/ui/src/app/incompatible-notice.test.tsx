// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ScriptedBrowser } from '../stores/testing/scripted-browser.ts';
import { renderWithClient } from '../testing/render-with-client.tsx';
import { IncompatibleNotice } from './incompatible-notice.tsx';

afterEach(() => vi.restoreAllMocks());

test('a web page that does not fit its server offers to reload', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
  const { press } = await renderWithClient(<IncompatibleNotice />, { settings: { productName: 'Harbor' } });
  expect(screen.getByRole('status').textContent).toContain('Harbor was updated. Reload to continue.');
  await press('Reload');
  expect(reload).toHaveBeenCalledOnce();
  await press('Close');
  expect(screen.queryByRole('status')).toBeNull();
});

test('a desktop app that does not fit its server asks for an update', async () => {
  await renderWithClient(<IncompatibleNotice />, { browserSignIn: new ScriptedBrowser() });
  expect(screen.getByRole('status').textContent).toBe(
    'This version of the app doesn’t work with its server. Please update the app.',
  );
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();
});
