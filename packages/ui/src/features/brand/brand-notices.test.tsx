// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ScriptedApi } from '../../stores/testing/scripted-api.ts';
import { ADA } from '../../stores/testing/scripted-samples.ts';
import { renderWithClient } from '../../testing/render-with-client.tsx';
import { BrandNotices } from './brand-notices.tsx';

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test('a visitor sees the banner until they dismiss it, and a new one after that', async () => {
  const settings = { brand: { banner: { text: 'Down for <b>repairs</b>' } } };
  const { press, show, storage } = await renderWithClient(<BrandNotices />, { settings, account: null });
  expect(screen.getByRole('status').textContent).toBe('Down for <b>repairs</b>');
  await press('Dismiss');
  expect(screen.queryByRole('status')).toBeNull();
  await show(<></>);
  await show(<BrandNotices />);
  expect(screen.queryByRole('status')).toBeNull();
  expect(storage.get('dismissed-banner')).toContain('repairs');
});

test('a banner whose time is over is never shown', async () => {
  const settings = { brand: { banner: { text: 'Down', until: '2020-01-01T00:00:00Z' } } };
  await renderWithClient(<BrandNotices />, { settings, account: null });
  expect(screen.queryByRole('status')).toBeNull();
});

test('a banner goes when its time is over, also after the computer slept', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T20:00:00Z'), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  try {
    const banner = { text: 'Down', until: '2026-12-01T22:00:00Z' };
    await renderWithClient(<BrandNotices />, { settings: { brand: { banner } }, account: null });
    await act(() => vi.advanceTimersByTimeAsync(3_600_000));
    expect(screen.queryByRole('status')).not.toBeNull();
    vi.setSystemTime(Date.parse('2026-12-01T22:00:01Z'));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.queryByRole('status')).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('a banner that an admin sets shows in an open page', async () => {
  const api = new ScriptedApi();
  api.ofBrand.shown = { banner: { text: 'Back at noon' } };
  const { session } = await renderWithClient(<BrandNotices />, { api, settings: { brand: {} }, account: {} });
  await act(async () => session.setState({ user: { ...ADA, brand: 'first' } }));
  expect(screen.queryByRole('status')).toBeNull();
  await act(async () => session.setState({ user: { ...ADA, brand: 'second' } }));
  expect((await screen.findByRole('status')).textContent).toBe('Back at noon');
});

test('an open page asks again when the server has a new version of the terms', async () => {
  const api = new ScriptedApi();
  api.ofBrand.unaccepted = [{ document: 'terms', version: '1' }];
  const settings = { brand: { documents: { terms: '1' } } };
  const { press, session } = await renderWithClient(<BrandNotices />, { api, settings, account: { brand: 'first' } });
  await screen.findByRole('dialog');
  await press('Accept');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  api.ofBrand.shown = { documents: { terms: '2' } };
  api.ofBrand.unaccepted = [{ document: 'terms', version: '2' }];
  await act(async () => session.setState({ user: { ...ADA, brand: 'second' } }));
  expect((await screen.findByRole('dialog')).textContent).toContain('(version 2)');
});

test('a signed-in user is asked once for what they have not accepted', async () => {
  const api = new ScriptedApi();
  api.ofBrand.unaccepted = [{ document: 'terms', version: '2026-12' }];
  const settings = { productName: 'Harbor', brand: { documents: { terms: '2026-12' } } };
  const { press } = await renderWithClient(<BrandNotices />, { api, settings, account: {} });
  expect(await screen.findByRole('dialog', { name: 'Before you go on with Harbor' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'terms' }).getAttribute('href')).toMatch(/\/terms$/);
  await press('Accept');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.ofBrand.unaccepted).toEqual([]);
});
