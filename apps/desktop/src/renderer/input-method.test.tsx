// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EventHub } from './event-hub.ts';
import { FindLine } from './find-line.tsx';
import { QuickAsk } from './quick-ask-line.tsx';

const hub = new EventHub({ onEvent() {} });

/** Renders a line and returns a function that presses a key in its field, and whether an input method uses the key. */
function render(line: ReactNode): (key: string, isComposing: boolean) => void {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => root.render(line));
  onTestFinished(() => {
    act(() => root.unmount());
    place.remove();
    vi.unstubAllGlobals();
  });
  return (key, isComposing) => {
    const event = new KeyboardEvent('keydown', { key, isComposing, bubbles: true });
    act(() => void place.querySelector('input')?.dispatchEvent(event));
  };
}

test('Escape closes quick ask, but not while an input method composes a word', () => {
  const closeQuickAsk = vi.fn<() => Promise<void>>(async () => {});
  const press = render(<QuickAsk bridge={{ quickAsk: async () => {}, closeQuickAsk }} hub={hub} />);
  press('Escape', true);
  expect(closeQuickAsk).not.toHaveBeenCalled();
  press('Escape', false);
  expect(closeQuickAsk).toHaveBeenCalledTimes(1);
});

test('Enter and Escape belong to an input method while it composes a word in the find bar', () => {
  const find = vi.fn<() => Promise<void>>(async () => {});
  const closeFind = vi.fn<() => Promise<void>>(async () => {});
  const press = render(<FindLine bridge={{ find, closeFind }} hub={hub} />);
  press('Enter', true);
  press('Escape', true);
  expect(find).not.toHaveBeenCalled();
  expect(closeFind).not.toHaveBeenCalled();
  press('Enter', false);
  press('Escape', false);
  expect(find).toHaveBeenCalledTimes(1);
  expect(closeFind).toHaveBeenCalledTimes(1);
});
