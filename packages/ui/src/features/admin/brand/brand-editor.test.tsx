// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
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
