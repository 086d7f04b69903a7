/** The shapes in which pictures are drawn. */
export const PICTURE_SHAPES = ['square', 'landscape', 'portrait'] as const;
export type PictureShape = (typeof PICTURE_SHAPES)[number];

/** Words that name a shape. “A landscape” and “a portrait of my cat” name what to draw. */
const NAMES: readonly [PictureShape, RegExp][] = [
  ['square', /\b(?:square (?:format|picture|image)|in a square|1:1)\b/i],
  [
    'portrait',
    /\b(?:portrait (?:format|mode|orientation)|vertical (?:format|picture|image)|phone wallpaper|2:3|3:4|9:16)\b/i,
  ],
  [
    'landscape',
    /\b(?:landscape (?:format|mode|orientation)|horizontal (?:format|picture|image)|wide ?screen|desktop wallpaper|3:2|4:3|16:9)\b/i,
  ],
];

/** The shape that a description asks for; square unless it names another. */
export function shapeIn(prompt: string): PictureShape {
  return NAMES.find(([, name]) => name.test(prompt))?.[0] ?? 'square';
}
