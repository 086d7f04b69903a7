import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SURFACE } from './surface.ts';

const THEME = new URL('../../../../../packages/ui/src/kit/theme.css', import.meta.url);

test('a new window has the surface color of the client’s themes', () => {
  const colors = [...readFileSync(THEME, 'utf8').matchAll(/--color-surface: (#\w+)/g)].map(([, color]) => color);
  expect(colors).toStrictEqual([SURFACE.light, SURFACE.dark]);
});
