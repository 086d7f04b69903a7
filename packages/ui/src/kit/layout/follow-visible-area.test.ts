// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followVisibleArea } from './follow-visible-area.ts';

const view = Object.assign(new EventTarget(), { height: 800, offsetTop: 0, scale: 1 });
let stop: () => void;
beforeEach(() => {
  Object.defineProperty(document.documentElement, 'clientHeight', { value: 800, configurable: true });
  vi.stubGlobal('visualViewport', Object.assign(view, { height: 800, offsetTop: 0, scale: 1 }));
  stop = followVisibleArea();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document.documentElement, 'clientHeight');
});

const change = (to: Partial<typeof view>, type = 'resize') => {
  Object.assign(view, to);
  view.dispatchEvent(new Event(type));
};
const covered = () => {
  const { style } = document.documentElement;
  return [style.getPropertyValue('--covered-top'), style.getPropertyValue('--covered-bottom')];
};

test('followVisibleArea measures a keyboard that covers the page or scrolls it', () => {
  expect(covered()).toEqual(['0px', '0px']);
  change({ height: 460 });
  expect(covered()).toEqual(['0px', '340px']);
  change({ offsetTop: 140 }, 'scroll');
  expect(covered()).toEqual(['140px', '200px']);
  change({ height: 800, offsetTop: 0 });
  expect(covered()).toEqual(['0px', '0px']);
});

test('followVisibleArea ignores a page that is zoomed in', () => {
  change({ height: 400, scale: 2 });
  expect(covered()).toEqual(['0px', '0px']);
});

test('the whole page counts as visible after followVisibleArea has ended', () => {
  change({ height: 460 });
  stop();
  expect(covered()).toEqual(['0px', '0px']);
  change({ height: 300 });
  expect(covered()).toEqual(['0px', '0px']);
});
