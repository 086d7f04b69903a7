// @vitest-environment happy-dom
import { TEST_SETTINGS } from '@parley/core/test-settings';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Showcase } from './showcase.tsx';

// Short replies, which play as fast as a test should.
vi.mock('./scripts.ts', () => {
  const text = (content: string) => ({ type: 'content', content });
  return {
    SCRIPTS: {
      ask: [text('Chickpeas '), text('with spinach.')],
      think: [
        { type: 'reasoning', content: 'Two trips', status: 'streaming' },
        { type: 'reasoning', content: ' a month.', status: 'streaming' },
        { type: 'reasoning', content: '', status: 'complete' },
        text('Yes, it is.'),
      ],
      search: [text('In Cádiz.'), { type: 'sources', sources: ['https://a.test/1', 'https://a.test/2'] }],
      draw: [{ type: 'image', imageUrl: '/lighthouse.svg', imagePrompt: 'A lighthouse' }],
      read: [text('Three '), text('clauses.')],
    },
  };
});

const SETTINGS = { ...TEST_SETTINGS, readsAloud: true };

/** Renders the showcase in view, and plays until its code has loaded. */
async function open({ isStill = false } = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: isStill, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('IntersectionObserver', InView);
  vi.stubGlobal('requestIdleCallback', (then: () => void) => then());
  await Promise.all([import('./stage.tsx'), import('../../../kit/markdown/markdown.tsx')]);
  render(<Showcase settings={SETTINGS} />);
  await play(0);
}

class InView {
  private readonly react: (entries: { isIntersecting: boolean }[]) => void;
  constructor(react: (entries: { isIntersecting: boolean }[]) => void) {
    this.react = react;
  }
  observe() {
    this.react([{ isIntersecting: true }]);
  }
  disconnect() {}
}

/** Milliseconds. React renders at the end of each `act`, so that a slice is at most one step. */
const SLICE = 500;
async function play(ms: number) {
  for (let time = 0; time < Math.max(ms, 1); time += SLICE) await act(() => vi.advanceTimersByTimeAsync(SLICE));
}
const press = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })));
const chosen = () =>
  screen
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-pressed') === 'true')
    .map((button) => button.textContent);
const thread = () => screen.getByRole('region', { name: 'A sample conversation' }).textContent;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the scenes play one after another, once', async () => {
  await open();
  expect(chosen()).toEqual(['Ask']);
  const seen = new Set<string | null>();
  for (let slices = 0; slices < 150; slices++) {
    await play(0);
    seen.add(chosen()[0] ?? null);
  }
  expect([...seen]).toEqual(['Ask', 'Think', 'Search', 'Draw', 'Read']);
  expect(thread()).toContain('Three clauses.');
  await press('Play again');
  expect(thread()).not.toContain('Three clauses.');
  expect(chosen()).toEqual(['Read']);
});

test('a chosen scene plays, and no other follows', async () => {
  await open();
  await press('Think');
  await play(1000);
  expect(screen.getByRole('button', { name: 'Reasoning...' })).toBeDefined();
  await play(20_000);
  expect(thread()).toContain('Yes, it is.');
  expect(screen.getByRole('button', { name: 'Show Reasoning' }).getAttribute('aria-expanded')).toBe('false');
  expect(chosen()).toEqual(['Think']);
});

test('a paused scene stands still until it is resumed', async () => {
  await open();
  await play(1000);
  await press('Pause');
  // Markdown renders in the next frame.
  await play(0);
  const before = thread();
  await play(20_000);
  expect(thread()).toBe(before);
  await press('Play');
  await play(2000);
  expect(thread()).toContain('Chickpeas with spinach.');
});

test('with reduced motion every scene is complete at once, and none follows by itself', async () => {
  await open({ isStill: true });
  expect(thread()).toContain('with spinach.');
  await play(20_000);
  expect(chosen()).toEqual(['Ask']);
  await press('Search');
  expect(screen.getByRole('button', { name: 'Sources (2)' }).getAttribute('aria-expanded')).toBe('true');
  await press('Draw');
  expect(screen.getByRole('img', { name: /lighthouse/ })).toBeDefined();
});
