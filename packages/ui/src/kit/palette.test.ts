import { readFileSync } from 'node:fs';
import { checkColors, COLOR_NAMES, contrast, PALETTE, variableOf, type Colors, type Theme } from '@parley/core';
import { expect, test } from 'vitest';

const css = readFileSync(new URL('theme.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split(":root[data-theme='dark'] {");
const THEMES: [Theme, string][] = [
  ['light', light],
  ['dark', dark],
];
const usual = (theme: Theme): Colors => Object.fromEntries(COLOR_NAMES.map((name) => [name, PALETTE[name][theme]]));

test.each(THEMES)('the colors that operators can change are those of the %s theme', (theme, rules) => {
  for (const name of COLOR_NAMES) expect(rules).toContain(`${variableOf(name)}: ${PALETTE[name][theme]};`);
});

test.each(THEMES)('the default %s colors have the contrast that operators’ colors need', (theme) => {
  expect(checkColors(usual(theme), theme)).toEqual([]);
});

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test.each<[Theme, string]>([
  ['light', '#ffee00'],
  ['light', '#8fd3c4'],
  ['light', '#ffffff'],
  ['dark', '#101010'],
  ['dark', '#17508f'],
])('the mend of an accent in %s, %s, is accepted', (theme, accent) => {
  const [problem] = checkColors({ accent }, theme);
  const [, mend = ''] = /; try (#[\da-f]{6})$/.exec(problem?.message ?? '') ?? [];
  expect(problem?.name).toBe('accent');
  expect(checkColors({ accent: mend }, theme)).toEqual([]);
});
