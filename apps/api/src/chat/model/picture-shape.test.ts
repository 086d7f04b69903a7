import { expect, it } from 'vitest';
import { shapeIn } from './picture-shape.ts';

it.each([
  ['a fox', 'square'],
  ['a landscape with hills', 'square'],
  ['a portrait of my cat', 'square'],
  ['a fox in landscape format', 'landscape'],
  ['hills, 16:9', 'landscape'],
  ['A Desktop Wallpaper with a fox', 'landscape'],
  ['my cat in portrait orientation', 'portrait'],
  ['a tower (9:16)', 'portrait'],
  ['a landscape as phone wallpaper', 'portrait'],
  ['a 1:1 crop of a desktop wallpaper', 'square'],
  ['meet at 16:90', 'square'],
])('“%s” is drawn as %s', (prompt, shape) => {
  expect(shapeIn(prompt)).toBe(shape);
});
