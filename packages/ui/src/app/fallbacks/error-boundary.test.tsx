// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ErrorBoundary } from './error-boundary.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let isBroken = true;
beforeEach(() => {
  isBroken = true;
  root = createRoot(document.body.appendChild(document.createElement('div')), { onCaughtError: () => {} });
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

function Page() {
  if (isBroken) throw new Error('secret of the inside');
  return <p>The page</p>;
}

const show = (showsDetails: boolean) =>
  act(async () =>
    root.render(
      <ErrorBoundary showsDetails={showsDetails}>
        <Page />
      </ErrorBoundary>,
    ),
  );

test('a page that throws shows Unexpected Application Error with ways to recover, and no details', async () => {
  await show(false);
  expect(document.querySelector('h1')?.textContent).toBe('Unexpected Application Error');
  expect(document.querySelector('button')?.textContent).toBe('Reload');
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/');
  expect(document.body.textContent).not.toContain('secret');
});

test('developers see the error that was thrown', async () => {
  await show(true);
  expect(document.querySelector('pre')?.textContent).toContain('secret of the inside');
});

test('the browser’s Back leaves the error page', async () => {
  await show(false);
  isBroken = false;
  await act(async () => dispatchEvent(new PopStateEvent('popstate')));
  expect(document.body.textContent).toBe('The page');
});
