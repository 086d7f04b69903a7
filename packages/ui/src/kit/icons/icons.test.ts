import { expect, test } from 'vitest';
import * as icons from './icons.ts';

test('no icon has two meanings', () => {
  const drawings = Object.values(icons);
  expect(drawings.length).toBeGreaterThan(40);
  const repeated = Object.entries(icons).filter(([, icon], index) => drawings.indexOf(icon) !== index);
  expect(repeated.map(([meaning]) => meaning)).toEqual([]);
});
