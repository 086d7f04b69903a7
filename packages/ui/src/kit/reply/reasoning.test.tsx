// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Reasoning } from './reasoning.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
const show = (text: string) => act(async () => root.render(<Reasoning text={text} live />));

test('the heading of each part of a reasoning summary is set as one, even while it streams', async () => {
  await show('**Weighing the optio');
  expect(texts('b')).toEqual(['Weighing the optio']);
  await show('**Weighing the options**\n\nOne is 2**3, the other **x** is not.\n\n**Deciding**\n\nThe first.');
  expect(texts('b')).toEqual(['Weighing the options', 'Deciding']);
  expect(texts('p')).toEqual([
    'Weighing the options',
    'One is 2**3, the other **x** is not.',
    'Deciding',
    'The first.',
  ]);
});
