// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showTooltips } from './show-tooltips.ts';

let end: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  // happy-dom has no top layer.
  HTMLElement.prototype.showPopover = () => {};
  document.body.innerHTML = `
    <button id="one" data-tooltip="Copy">c</button>
    <button id="two" data-tooltip="Retry">r</button>
    <p id="read" data-tooltip="All of it">All of it</p>
    <input id="field" />`;
  end = showTooltips();
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

const find = (id: string) => document.getElementById(id) ?? document.body;
const over = (target: Element, pointerType = 'mouse') =>
  target.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));
const tip = () => document.querySelector('[role=tooltip]');

test('a tooltip shows after the pointer has rested, and the next one at once', () => {
  over(find('one'));
  vi.advanceTimersByTime(499);
  expect(tip()).toBeNull();
  vi.advanceTimersByTime(1);
  expect(tip()?.textContent).toBe('Copy');
  over(find('two'));
  vi.advanceTimersByTime(0);
  expect(tip()?.textContent).toBe('Retry');
  over(document.body);
  vi.advanceTimersByTime(100);
  expect(tip()).toBeNull();
});

test('a tooltip stays while the pointer is on it, and Escape, a press or a resized window hides it', () => {
  for (const leave of [
    () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })),
    () => document.dispatchEvent(new PointerEvent('pointerdown')),
    () => window.dispatchEvent(new Event('resize')),
  ]) {
    over(find('one'));
    vi.advanceTimersByTime(500);
    over(document.body);
    over(tip() ?? document.body);
    vi.advanceTimersByTime(1000);
    expect(tip()?.textContent).toBe('Copy');
    leave();
    expect(tip()).toBeNull();
  }
});

test('a finger shows no tooltip, and neither does an element that can be read in full', () => {
  over(find('one'), 'touch');
  over(find('read'));
  vi.advanceTimersByTime(1000);
  expect(tip()).toBeNull();
});

test('Tab shows the tooltip of what it reaches at once, and a focus that the page moves shows none', () => {
  find('two').focus();
  expect(tip()).toBeNull();
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
  find('one').focus();
  expect(tip()?.textContent).toBe('Copy');
  find('field').focus();
  expect(tip()).toBeNull();
});
