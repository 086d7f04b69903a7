// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { CollapsibleText } from './collapsible-text.tsx';

const show = (text: string) => render(<CollapsibleText text={text} />).container;
const lines = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join('\n');

test.each(['', 'short', lines(24), `${lines(24)}\n`, 'x'.repeat(2400)])('a short text is shown whole', (text) => {
  expect(show(text).textContent).toBe(text);
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  [lines(25), lines(24)],
  ['x'.repeat(2401), 'x'.repeat(2400)],
  ['word '.repeat(600), 'word '.repeat(480).trim()],
  [`${'x'.repeat(2399)}👩👩`, 'x'.repeat(2399)],
])('a long text starts collapsed, expands and collapses again', async (text, beginning) => {
  const user = userEvent.setup({ delay: null });
  const shown = show(text);
  const more = screen.getByRole('button', { name: 'Show all', expanded: false });
  expect(shown.textContent).toBe(`${beginning}…Show all`);
  await user.click(more);
  const less = screen.getByRole('button', { name: 'Show less', expanded: true });
  expect(document.getElementById(less.getAttribute('aria-controls') ?? '')?.textContent).toBe(text);
  await user.click(less);
  expect(shown.textContent).toBe(`${beginning}…Show all`);
});

test('only the beginning of a 200 KB text is in the page', () => {
  expect(show('word '.repeat(40_960)).textContent.length).toBeLessThan(2500);
});

test.each(['short', lines(25)])('each line has the direction of its own script', (text) => {
  show(text);
  // `unicode-bidi` is not inherited, so the innermost element needs the class.
  expect(screen.getByText(/^(?:short|line 1\b)/).classList).toContain('as-written');
});
