// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import type { SearchHit } from '@parley/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { question, reply } from '../../../stores/testing/scripted-samples.ts';
import { renderChat, renderConversation } from '../../../testing/render-chat.tsx';
import { Palette } from './palette.tsx';

const nothing = () => {};

const PROPS = {
  conversationId: 'c',
  onOpen: (_id: string): unknown => undefined,
  onTemporary: nothing,
  onNewChat: nothing,
  onDelete: (_id: string) => {},
  onShare: (_id: string) => {},
  onSettings: nothing,
  onShortcuts: nothing,
  onUpgrade: nothing,
  onClose: nothing,
};

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing;
      unobserve = nothing;
      disconnect = nothing;
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('search says which hits are in archived conversations', async () => {
  const scripted = new ScriptedChat();
  const hit = (id: string, archived: boolean): SearchHit => ({
    conversationId: id,
    title: `About ${id}`,
    archived,
    messageId: `m-${id}`,
    isUser: true,
    snippet: `The ${id} of tea`,
    marks: [[0, 3]],
    timestamp: '2026-01-01T00:00:00.000Z',
  });
  scripted.api.hits = [hit('smell', false), hit('taste', true)];
  await renderChat(<Palette initialQuery="tea" {...PROPS} />, {}, scripted);
  const archived = await screen.findByRole('option', { name: /taste/ });
  expect(archived.textContent).toMatch(/Archived · /);
  expect(screen.getByRole('option', { name: /smell/ }).textContent).not.toContain('Archived');
});

test('a long passage is searched by its beginning', async () => {
  const scripted = new ScriptedChat();
  await renderChat(<Palette {...PROPS} initialQuery={'tide '.repeat(100)} />, {}, scripted);
  await screen.findByText(/No results/);
  expect(scripted.api.calls).toContain(`search ${'tide '.repeat(40)}`);
});

const renderPalette = (props: Partial<typeof PROPS> = {}, initialQuery = '') =>
  renderConversation(<Palette initialQuery={initialQuery} {...PROPS} {...props} />, [
    question('q', 'Why?'),
    reply('r', { text: 'So.' }),
  ]);
const option = (name: string) => screen.findByRole('option', { name });

test.each([
  ['Pin', 'change c {"pinned":true}'],
  ['Archive', 'change c {"archived":true}'],
  ['Export as Markdown', 'export markdown c'],
])('the palette’s %s acts on the conversation on the page', async (label, call) => {
  const page = await renderPalette();
  await page.user.click(await option(label));
  await waitFor(() =>
    expect(page.api.calls.map((made) => made.replaceAll(' ', ''))).toContain(call.replaceAll(' ', '')),
  );
});

test('the palette finds a question that was begun in a new chat and left', async () => {
  const opened: string[] = [];
  const page = await renderPalette({ onOpen: (id) => opened.push(id) });
  const id = page.state.newConversation();
  await act(async () => {
    page.state.setDraft(id, 'How high do spring tides rise?');
    page.state.setDraft('c', 'A draft of the conversation on the page');
  });
  expect(screen.queryByRole('option', { name: /A draft/ })).toBeNull();
  await page.user.type(screen.getByRole('combobox'), 'spring');
  await page.user.click(await option('How high do spring tides rise? New Chat'));
  expect(opened).toEqual([id]);
});

test('the palette finds a begun question without its accents, as the search finds messages', async () => {
  const page = await renderPalette();
  await act(async () => page.state.setDraft(page.state.newConversation(), 'Où est le CAFÉ d’Łódź ?'));
  await page.user.type(screen.getByRole('combobox'), 'ou est le cafe');
  await option('Où est le CAFÉ d’Łódź ? New Chat');
  await page.user.clear(screen.getByRole('combobox'));
  await page.user.type(screen.getByRole('combobox'), 'thé');
  await option('Theme: Dark');
});

test('the palette renames the conversation on the page', async () => {
  const page = await renderPalette();
  await page.user.click(await option('Rename'));
  const box = screen.getByRole('combobox');
  expect(box).toHaveProperty('value', 'About c');
  await page.user.clear(box);
  await page.user.type(box, 'Reasons{Enter}');
  await waitFor(() => expect(page.chat.getState().conversations[0]?.title).toBe('Reasons'));
});

test('the palette asks before it deletes the conversation on the page', async () => {
  const onDelete = vi.fn<(id: string) => void>();
  const page = await renderPalette({ onDelete });
  await page.user.click(await option('Delete'));
  expect(onDelete).toHaveBeenCalledWith('c');
  expect(page.chat.getState().conversations).toHaveLength(1);
});

test('the palette’s actions are found by their names', async () => {
  await renderPalette({}, 'THEME');
  await option('Theme: Dark');
  expect(screen.queryByRole('option', { name: 'Pin' })).toBeNull();
});

test('the palette has no actions on a conversation without messages', async () => {
  await renderChat(<Palette initialQuery="" {...PROPS} />);
  await option('Settings');
  for (const name of ['Help', 'Contact', 'Status', 'Privacy']) await option(name);
  expect(screen.queryByRole('option', { name: 'Rename' })).toBeNull();
});
