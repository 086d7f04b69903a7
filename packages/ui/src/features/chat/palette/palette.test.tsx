// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import type { SearchHit } from '@parley/core';
import { expect, test, vi } from 'vitest';
import { ScriptedChat } from '../../../stores/testing/scripted-chat.ts';
import { renderChat } from '../../../testing/render-chat.tsx';
import { Palette } from './palette.tsx';

const nothing = () => {};

test('search says which hits are in archived conversations', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing;
      unobserve = nothing;
      disconnect = nothing;
    },
  );
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
  const props = { onOpen: nothing, onNewChat: nothing, onSettings: nothing, onShortcuts: nothing, onClose: nothing };
  await renderChat(<Palette initialQuery="tea" {...props} />, {}, scripted);
  const archived = await screen.findByRole('option', { name: /taste/ });
  expect(archived.textContent).toMatch(/Archived · /);
  expect(screen.getByRole('option', { name: /smell/ }).textContent).not.toContain('Archived');
});
