// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { AppError } from '@parley/core';
import { expect, test } from 'vitest';
import { ScriptedApi } from '../../../stores/testing/scripted-api.ts';
import { renderWithClient } from '../../../testing/render-with-client.tsx';
import { BrandEditor } from './brand-editor.tsx';

test('Save says that the product is changed, and has the focus again afterwards', async () => {
  const api = new ScriptedApi();
  const page = await renderWithClient(<BrandEditor />, { api });
  await page.fill({ 'Welcome sentence': 'Good morning' });
  const save = screen.getByRole('button', { name: 'Save' });
  const said = save.nextElementSibling;
  expect(said?.outerHTML).toMatch(/^<p aria-live="polite" [^>]*><\/p>$/);
  save.focus();
  await page.user.keyboard('{Enter}');
  await waitFor(() => expect(said?.textContent).toBe('Changed the product'));
  expect(api.ofBrand.state.changes.welcome).toBe('Good morning');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' })));
});

test('after someone else saved first, what was typed stays and is saved the next time', async () => {
  const api = new ScriptedApi();
  const page = await renderWithClient(<BrandEditor />, { api });
  await page.fill({ 'Welcome sentence': 'Good morning' });
  await api.ofBrand.changeBrand({ changes: { banner: { text: 'Down tonight' } }, revision: 0 });
  await page.press('Save');
  expect((await screen.findByRole('alert')).textContent).toContain('Your own changes are still here.');
  expect(screen.getByLabelText<HTMLInputElement>('Banner').value).toBe('Down tonight');
  await page.press('Save');
  await screen.findByText('Changed the product');
  expect(api.ofBrand.state.changes).toEqual({ welcome: 'Good morning', banner: { text: 'Down tonight' } });
});

test('what is typed while a change is being saved stays', async () => {
  const api = new ScriptedApi();
  const { changeBrand } = api.ofBrand;
  const answer = Promise.withResolvers<void>();
  api.ofBrand.changeBrand = (body) => answer.promise.then(() => changeBrand(body));
  const page = await renderWithClient(<BrandEditor />, { api });
  await page.fill({ 'Welcome sentence': 'Good morning' });
  await page.press('Save');
  await page.fill({ Banner: 'Down tonight' });
  answer.resolve();
  await screen.findByText('Changed the product');
  expect(screen.getByLabelText<HTMLInputElement>('Banner').value).toBe('Down tonight');
});

test('an editor that could not be loaded can be loaded again', async () => {
  const api = new ScriptedApi();
  const { changedBrand } = api.ofBrand;
  api.ofBrand.changedBrand = () => Promise.reject(new AppError('unavailable'));
  const page = await renderWithClient(<BrandEditor />, { api });
  expect(await screen.findByRole('alert')).not.toBeNull();
  api.ofBrand.changedBrand = changedBrand;
  await page.press('Try again');
  await screen.findByLabelText('Welcome sentence');
  expect(screen.queryByRole('alert')).toBeNull();
});
