import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { LATIN } from './subset-fonts.ts';

const { resolve } = createRequire(import.meta.resolve('@parley/ui'));

it.each([
  '@fontsource-variable/inter/opsz.css',
  '@fontsource-variable/inter/opsz-italic.css',
  '@fontsource-variable/jetbrains-mono/index.css',
])('the Latin face of %s keeps every character for which it is used', (file) => {
  const face = readFileSync(resolve(file), 'utf8')
    .split('@font-face')
    .find((rule) => /url\([^)]*-latin-(?:opsz|wght)-/.test(rule));
  const ranges = /unicode-range: ([^;]*);/.exec(face ?? '')?.[1]?.split(',') ?? [];
  const withoutZeros = ranges.map((range) => range.replaceAll(/(?<![\dA-F])(?:U\+)?0+(?=[\dA-F])|U\+/g, ''));
  expect(withoutZeros).toEqual(LATIN.split(' '));
});
