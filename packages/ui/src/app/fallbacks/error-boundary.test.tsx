// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

let isBroken = true;
beforeEach(() => {
  isBroken = true;
});

function Page() {
  if (isBroken) throw new Error('secret of the inside');
  return <p>The page</p>;
}

const show = (showsDetails: boolean) =>
  render(
    <ErrorBoundary showsDetails={showsDetails}>
      <Page />
    </ErrorBoundary>,
    { onCaughtError: () => {} },
  );

test('a page that throws shows Unexpected Application Error with ways to recover, and no details', () => {
  show(false);
  expect(screen.getByRole('heading', { level: 1, name: 'Unexpected Application Error' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/');
  expect(document.body.textContent).not.toContain('secret');
});

test('developers see the error that was thrown', () => {
  show(true);
  expect(screen.getByText(/secret of the inside/)).toBeDefined();
});

test('the browser’s Back leaves the error page', () => {
  show(false);
  isBroken = false;
  fireEvent.popState(window);
  expect(document.body.textContent).toBe('The page');
});
