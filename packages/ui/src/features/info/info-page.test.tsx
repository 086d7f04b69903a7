// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import type { InfoPageContent, StatusPart } from '@parley/core';
import { beforeEach, expect, test } from 'vitest';
import { ScriptedApi } from '../../stores/testing/scripted-api.ts';
import { renderWithClient } from '../../testing/render-with-client.tsx';
import { InfoPage } from './info-page.tsx';
import { StatusBoard } from './status-board.tsx';

const HELP: InfoPageContent = {
  id: 'help',
  title: 'Help center',
  description: '',
  markdown:
    '## First\n\nSee [privacy](/privacy) or [theirs](https://example.com/).\n\n<b>no</b>\n\n[bad](//evil.example)',
};
const PART: StatusPart = { id: 'api', label: 'API', status: null, lastHour: Array(60).fill('none') };

let api: ScriptedApi;
beforeEach(() => {
  api = new ScriptedApi();
});

const page = <InfoPage page="help" onSignIn={() => {}} onRegister={() => {}} />;
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

test('shows the content that came with the page without a request', async () => {
  await renderWithClient(page, { api, infoPage: HELP });
  await title('Help center');
  expect(document.title).toBe('Help center · Parley');
  expect(document.getElementById('first')?.textContent).toContain('First');
  expect(api.calls).toEqual([]);
});

test('shows the page when its fragment cannot be decoded', async () => {
  history.replaceState(null, '', '/help#100%');
  await renderWithClient(page, { api, infoPage: HELP });
  await title('Help center');
});

test('links open pages here or, in a new tab, other sites; HTML is text', async () => {
  await renderWithClient(page, { api, infoPage: HELP });
  const article = screen.getByRole('article');
  const links = within(article).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['privacy', '/privacy', null],
    ['theirs', 'https://example.com/', '_blank'],
  ]);
  expect(article.textContent).toContain('<b>no</b>');
});

test('loads the content of another page, and retries after a failure', async () => {
  api.failures.set('infoPage', new Error('broken'));
  const { press } = await renderWithClient(page, { api, infoPage: { ...HELP, id: 'terms' } });
  expect(screen.getByRole('alert').textContent).toBe('We couldn’t load this page.');
  await press('Try again');
  await title('About help');
});

test('offers visitors the sign-in and signed-in users a way back', async () => {
  const { unmount } = await renderWithClient(page, { api, infoPage: HELP });
  const account = () => within(screen.getByRole('banner')).getByRole('navigation').textContent;
  expect(account()).toBe('Sign InGet Started');
  unmount();
  await renderWithClient(page, { api, infoPage: HELP, token: 'token' });
  expect(account()).toBe('Back to chat');
});

test('shows the health of each part, and where nothing was measured', async () => {
  const lastHour: StatusPart['lastHour'] = [...Array(57).fill('none'), 'operational', 'operational', 'down'];
  api.parts = [PART, { id: 'model', label: 'Model', status: 'down', reason: 'No answer.', lastHour }];
  await renderWithClient(<StatusBoard />, { api, reactStrictMode: false });
  const [first, second] = screen.getAllByRole('listitem');
  expect(first?.textContent).toContain('No measurements yet');
  expect(
    within(first as HTMLElement)
      .getByRole('img')
      .getAttribute('aria-label'),
  ).toBe('Last hour: no measurements');
  expect(second?.textContent).toContain('ModelDownNo answer.');
  expect(
    within(second as HTMLElement)
      .getByRole('img')
      .getAttribute('aria-label'),
  ).toBe('Last hour: 2 minutes operational, 1 minute down');
  expect(screen.getByRole('status').textContent).toBe('Having problems: Model.');
});

test('the status page says that the server is unreachable', async () => {
  api.failures.set('status', new Error('broken'));
  await renderWithClient(<StatusBoard />, { api, reactStrictMode: false });
  expect(screen.getByRole('status').textContent).toContain('Can’t reach the API');
});

test('the status page shows no health that it can no longer read', async () => {
  api.parts = [PART];
  await renderWithClient(<StatusBoard />, { api, reactStrictMode: false });
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  api.failures.set('status', new Error('broken'));
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  expect(screen.getByRole('status').textContent).toContain('Can’t reach the API');
  expect(screen.queryByRole('listitem')).toBeNull();
});
