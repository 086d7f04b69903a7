// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { shortcutOf } from './shortcut-of.ts';

const pressed = (init: KeyboardEventInit) => shortcutOf(new KeyboardEvent('keydown', init));

test.each([
  ['English', 'k', 'O', '?'],
  ['Dvorak', 'k', 'O', '?', 'KeyV', 'KeyS'],
  ['Arabic', 'ن', '×', '؟'],
  ['Russian', 'л', 'Щ', '?'],
  ['Greek', 'κ', 'Ο', '?'],
])('on a keyboard for %s, shortcuts are on the keys that have their letters', (_, k, o, question, ...codes) => {
  const [codeK = 'KeyK', codeO = 'KeyO'] = codes;
  expect(pressed({ key: k, code: codeK, ctrlKey: true })).toBe('palette');
  expect(pressed({ key: o, code: codeO, ctrlKey: true, shiftKey: true })).toBe('new-chat');
  expect(pressed({ key: question, code: 'Slash', shiftKey: true })).toBe('help');
});

test('other keys are no shortcuts', () => {
  expect(pressed({ key: 'k', code: 'KeyK' })).toBeNull();
  expect(pressed({ key: 'k', code: 'KeyK', ctrlKey: true, altKey: true })).toBeNull();
  // Dvorak has `t` where other keyboards have `k`.
  expect(pressed({ key: 't', code: 'KeyK', ctrlKey: true })).toBeNull();
  expect(pressed({ key: 'Enter', code: 'Enter', ctrlKey: true })).toBeNull();
  // A browser that fills in a form says that a key was pressed, but not which.
  expect(shortcutOf(new Event('keydown') as KeyboardEvent)).toBeNull();
});
