// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { InfoPageContent, StatusPart } from '@parley/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ClientContext } from '../../stores/client.ts';
import { ScriptedApi } from '../../stores/testing/scripted-api.ts';
import { scriptedClient } from '../../stores/testing/scripted-client.ts';
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
let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  api = new ScriptedApi();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

async function show(
  part: ReactNode,
  { infoPage = null as InfoPageContent | null, token = null as string | null } = {},
) {
  const storage = { get: () => token, set: () => {}, remove: () => {} };
  const client = scriptedClient({ api, storage, infoPage });
  await act(async () => root.render(<ClientContext value={client}>{part}</ClientContext>));
}

const page = <InfoPage page="help" onSignIn={() => {}} onRegister={() => {}} />;
const links = () =>
  [...document.querySelectorAll('article a')].map((link) => link.outerHTML.replace(/ class="[^"]*"/, ''));

test('shows the content that came with the page without a request', async () => {
  await show(page, { infoPage: HELP });
  expect(document.querySelector('h1')?.textContent).toBe('Help center');
  expect(document.title).toBe('Help center · Parley');
  expect(document.getElementById('first')?.textContent).toContain('First');
  expect(api.calls).toEqual([]);
});

test('links open pages here or, in a new tab, other sites; HTML is text', async () => {
  await show(page, { infoPage: HELP });
  expect(links()).toEqual([
    '<a href="/privacy">privacy</a>',
    expect.stringContaining('href="https://example.com/" target="_blank"'),
  ]);
  expect(document.querySelector('article b')).toBeNull();
});

test('loads the content of another page, and retries after a failure', async () => {
  api.failures.set('infoPage', new Error('broken'));
  await show(page, { infoPage: { ...HELP, id: 'terms' } });
  expect(document.querySelector('[role=alert]')?.textContent).toBe('We couldn’t load this page.');
  await act(async () => document.querySelector<HTMLButtonElement>('article button')?.click());
  expect(document.querySelector('h1')?.textContent).toBe('About help');
});

test('offers visitors the sign-in and signed-in users a way back', async () => {
  await show(page, { infoPage: HELP });
  const account = () => document.querySelector('header nav')?.textContent;
  expect(account()).toBe('Sign InGet Started');
  await act(async () => root.render(null));
  await show(page, { infoPage: HELP, token: 'token' });
  expect(account()).toBe('Back to chat');
});

test('shows the health of each part, and where nothing was measured', async () => {
  const lastHour: StatusPart['lastHour'] = [...Array(57).fill('none'), 'operational', 'operational', 'down'];
  api.parts = [PART, { id: 'model', label: 'Model', status: 'down', reason: 'No answer.', lastHour }];
  await show(<StatusBoard />);
  const [first, second] = document.querySelectorAll('li');
  expect(first?.textContent).toContain('No measurements yet');
  expect(first?.querySelector('[role=img]')?.getAttribute('aria-label')).toBe('Last hour: no measurements');
  expect(second?.textContent).toContain('ModelDownNo answer.');
  expect(second?.querySelector('[role=img]')?.getAttribute('aria-label')).toBe(
    'Last hour: 2 minutes operational, 1 minute down',
  );
  expect(document.querySelector('[role=status]')?.textContent).toBe('Having problems: Model.');
});

test('the status page says that the server is unreachable', async () => {
  api.failures.set('status', new Error('broken'));
  await show(<StatusBoard />);
  expect(document.querySelector('[role=status]')?.textContent).toContain('Can’t reach the API');
});
