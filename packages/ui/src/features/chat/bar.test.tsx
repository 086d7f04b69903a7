// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReactNode } from 'react';
import { Question } from '../../kit/reply/question.tsx';
import { Bar } from './bar.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
let turn: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  turn = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => {
    root.unmount();
    turn.unmount();
  });
  document.body.replaceChildren();
});

/** Returns the bar's text for a question that has scrolled out of view. */
async function head(asked: ReactNode) {
  await act(async () => turn.render(<div id="turn">{asked}</div>));
  const place = { notice: null, scrolled: true, question: document.getElementById('turn') };
  const nothing = () => {};
  await act(async () =>
    root.render(<Bar title="Tides" place={place} onBack={nothing} onMenu={nothing} onNewChat={nothing} />),
  );
  return document.querySelector('[title="Back to the question"]')?.textContent;
}

test('the bar shows the question being answered, or its file names if it has no text', async () => {
  expect(await head(<Question>How high is the tide?</Question>)).toBe('How high is the tide?');
  expect(await head(<div data-question="" data-files="tide.png, moon.png" />)).toBe('tide.png, moon.png');
});
