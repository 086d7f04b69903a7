// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useHasSelected } from './use-has-selected.ts';

afterEach(() => {
  document.body.replaceChildren();
  getSelection()?.removeAllRanges();
});

const change = (target: EventTarget) =>
  act(async () => void target.dispatchEvent(new Event('selectionchange', { bubbles: true })));

test('text that was selected once counts, also after the selection has ended', async () => {
  document.body.textContent = 'So it is.';
  const { result } = renderHook(useHasSelected);
  await change(document);
  expect(result.current).toBe(false);
  getSelection()?.selectAllChildren(document.body);
  await change(document);
  getSelection()?.removeAllRanges();
  await change(document);
  expect(result.current).toBe(true);
});

test('a key in a text field does not read the selection of the page, which would force a layout', async () => {
  const field = document.body.appendChild(document.createElement('textarea'));
  renderHook(useHasSelected);
  const read = vi.spyOn(globalThis, 'getSelection');
  await change(field);
  expect(read).not.toHaveBeenCalled();
});
