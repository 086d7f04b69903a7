import type { BrandChanges } from '@parley/core';
import { expect, test } from 'vitest';
import { colorProblem, mergeDrafts, timeProblem, toChanges, toDraft, type BrandDraft } from './brand-draft.ts';

const ALL: BrandChanges = {
  welcome: 'Ahoy!',
  prompts: [{ mode: 'thinking', text: 'Plan a trip' }],
  colors: { light: { accent: '#0b6b57', surface: '#fbfdfc' }, dark: { accent: '#7fd1bb' } },
  banner: { text: 'Down', from: '2026-12-01T22:00:00.000Z', until: '2026-12-02T02:00:00.000Z' },
};

test.each<[string, BrandChanges]>([
  ['everything', ALL],
  ['nothing', {}],
  ['a banner without times', { banner: { text: 'Hi' } }],
])('the form gives %s back as it was', (_, changes) => {
  expect(toChanges(toDraft(changes), changes)).toEqual(changes);
});

test('an emptied accent leaves the other colors', () => {
  expect(toChanges({ ...toDraft(ALL), light: '', dark: ' ' }, ALL).colors).toEqual({ light: { surface: '#fbfdfc' } });
});

test('a pale or misspelled accent is refused with a mend', () => {
  expect(colorProblem({ colors: { light: { accent: '#ffee00' } } }, {}, 'light')).toMatch(
    /^Not enough contrast: .*:1, and needs [\d.]+:1; try #[\da-f]{6}\.$/,
  );
  expect(colorProblem({ colors: { dark: { accent: 'red' } } }, {}, 'dark')).toContain('six hexadecimal digits');
  expect(colorProblem(ALL, {}, 'light')).toBeNull();
});

test('a pale accent on a surface of the file is what has to change', () => {
  const file: BrandChanges = { colors: { light: { sunken: '#eef3f1' } } };
  const shade = colorProblem({ colors: { light: { accent: '#f2f2f2' } } }, file, 'light');
  const [, mend = ''] = /try (#[\da-f]{6})\.$/.exec(shade ?? '') ?? [];
  expect(colorProblem({ colors: { light: { accent: mend } } }, file, 'light')).toBeNull();
});

test('an accent is judged against the surfaces of the file', () => {
  const file: BrandChanges = { colors: { light: { surface: '#6f6f6f', raised: '#6f6f6f', sunken: '#6f6f6f' } } };
  const changes: BrandChanges = { colors: { light: { accent: '#17508f' } } };
  expect(colorProblem(changes, {}, 'light')).toBeNull();
  expect(colorProblem(changes, file, 'light')).toMatch(/^Not enough contrast: /);
});

test('a banner that would end before it begins is refused', () => {
  const [early, late] = ['2026-12-01T22:00:00.000Z', '2026-12-02T02:00:00.000Z'];
  expect(timeProblem({ from: late, until: early })).toBe('The end must be later than the beginning.');
  expect(timeProblem({ from: early, until: early })).not.toBeNull();
  for (const banner of [{ from: early, until: late }, { from: early }, { until: early }, undefined])
    expect(timeProblem(banner)).toBeNull();
});

test('a year of five digits is not a time', () => {
  const draft = { ...toDraft(ALL), from: '12345-01-01T00:00', until: '12345-01-02T00:00' };
  expect(toChanges(draft, ALL).banner).toEqual({ text: 'Down' });
});

test('what was typed stays while the rest becomes what someone else stored', () => {
  const before = toDraft(ALL);
  const [first, second, ...more] = before.prompts;
  const typed = { ...before, welcome: 'Hello!', prompts: [first, { mode: 'normal', text: 'Mine' }, ...more] };
  const prompts: BrandChanges['prompts'] = [{ mode: 'normal', text: 'Theirs' }];
  const after = toDraft({ ...ALL, prompts, welcome: 'Hi!', banner: { text: 'Up again' } });
  expect(mergeDrafts(typed as BrandDraft, before, after)).toEqual({
    ...after,
    welcome: 'Hello!',
    prompts: [{ mode: 'normal', text: 'Theirs' }, { mode: 'normal', text: 'Mine' }, second, ...more.slice(1)],
  });
});
