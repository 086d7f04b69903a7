// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TransportError } from '../../../api/transport-error.ts';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { LanguageRow } from './language-row.tsx';

const languages = ['en', 'de', 'ar'];
const reload = vi.spyOn(location, 'reload').mockImplementation(() => {});
const cookie = () => document.cookie.split('; ').find((each) => each.startsWith('language='));
const choose = (value: string) => fireEvent.change(screen.getByLabelText('Language'), { target: { value } });

afterEach(() => {
  reload.mockClear();
  document.cookie = 'language=; path=/; max-age=0';
});

test.each([[undefined], [['en']]])('the row is absent if the server has the languages %j', async (offered) => {
  await renderWithClient(<LanguageRow />, { account: {}, settings: offered ? { languages: offered } : {} });
  expect(screen.queryByText('Language')).toBeNull();
});

test('offers the languages of the server by their own names, and shows the one of the page', async () => {
  await renderWithClient(<LanguageRow />, { account: {}, settings: { languages: ['ar', 'de', 'en', 'tlh'] } });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'English',
    'Deutsch',
    'العربية',
  ]);
  expect(screen.getByLabelText<HTMLSelectElement>('Language').value).toBe('en');
});

test('keeps the choice on the account and in a cookie, and reloads the page', async () => {
  const { api } = await renderWithClient(<LanguageRow />, { account: {}, settings: { languages } });
  choose('de');
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(cookie()).toBe('language=de');
  expect(api.calls).toContain('setPreferences {"language":"de"}');
});

test('keeps the choice of a visitor in the cookie only', async () => {
  const { api } = await renderWithClient(<LanguageRow />, { account: null, settings: { languages } });
  choose('ar');
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(cookie()).toBe('language=ar');
  expect(api.calls).toEqual([]);
});

test('removes another language from the address of the page', async () => {
  history.replaceState(null, '', '/help?language=de&q=1#top');
  await renderWithClient(<LanguageRow />, { account: null, settings: { languages } });
  choose('ar');
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(location.pathname + location.search + location.hash).toBe('/help?q=1#top');
});

test('changes nothing if the account cannot be changed, and says why', async () => {
  const api = new ScriptedApi();
  api.accountCalls.setPreferences = () => Promise.reject(new TransportError('cut'));
  await renderWithClient(<LanguageRow />, { api, account: {}, settings: { languages } });
  choose('de');
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Can’t reach the server/);
  expect(cookie()).toBeUndefined();
  expect(reload).not.toHaveBeenCalled();
});
