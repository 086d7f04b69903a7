// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { CollapsibleText } from './collapsible-text.tsx';

beforeAll(() => Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));
afterEach(() => document.body.replaceChildren());

async function show(text: string): Promise<HTMLElement> {
  const host = document.createElement('div');
  document.body.append(host);
  await act(async () => createRoot(host).render(<CollapsibleText text={text} />));
  return host;
}

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

test.each(['', 'short', lines(24), `${lines(24)}\n`, 'x'.repeat(2400)])('a short text is shown whole', async (text) => {
  const host = await show(text);
  expect(host.textContent).toBe(text);
  expect(host.querySelector('button')).toBeNull();
});

test.each([
  [lines(25), lines(24)],
  ['x'.repeat(2401), 'x'.repeat(2400)],
  ['word '.repeat(600), 'word '.repeat(480).trim()],
  [`${'x'.repeat(2399)}👩👩`, 'x'.repeat(2399)],
])('a long text starts collapsed, expands and collapses again', async (text, beginning) => {
  const host = await show(text);
  const button = host.querySelector('button')!;
  expect(host.firstElementChild?.firstElementChild?.textContent).toBe(`${beginning}…`);
  expect([button.textContent, button.getAttribute('aria-expanded')]).toEqual(['Show all', 'false']);
  await act(async () => button.click());
  expect(document.getElementById(button.getAttribute('aria-controls')!)?.textContent).toBe(text);
  expect([button.textContent, button.getAttribute('aria-expanded')]).toEqual(['Show less', 'true']);
  await act(async () => button.click());
  expect(host.textContent).toBe(`${beginning}…Show all`);
});

test('only the beginning of a 200 KB text is in the page', async () => {
  const host = await show('word '.repeat(40_960));
  expect(host.textContent!.length).toBeLessThan(2500);
});
