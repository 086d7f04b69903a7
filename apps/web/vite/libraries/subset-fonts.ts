import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The weights of the design. */
const WEIGHTS = { min: 400, max: 600, default: 400 };
/** Optical size of italics, which stand in text; headings have no italics of their own. */
const TEXT_SIZE = 16;
/** Features that browsers apply by default, and those that `theme.css` and its utilities use. */
const FEATURES = 'calt ccmp clig cv05 kern liga locl mark mkmk rclt rlig rvrn ss03 tnum'.split(' ');
/** The characters for which the style sheets use the Latin faces; a test compares them. */
export const LATIN =
  '0-FF 131 152-153 2BB-2BC 2C6 2DA 2DC 304 308 329 2000-206F 20AC 2122 2191 2193 2212 2215 FEFF FFFD';

const FACES: [name: string, axes: Record<string, number | typeof WEIGHTS>][] = [
  ['/inter-latin-opsz-normal-', { wght: WEIGHTS }],
  ['/inter-latin-opsz-italic-', { wght: WEIGHTS, opsz: TEXT_SIZE }],
  ['/jetbrains-mono-latin-wght-normal-', { wght: WEIGHTS }],
];

/**
 * Removes the weights and glyphs that the client never shows from the Latin faces, which almost every page loads. Their
 * names keep the hash of the whole face: one that a browser has cached shows the same.
 */
export function subsetFonts(): Plugin {
  return {
    name: 'parley:subset-fonts',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const axes = FACES.find(([name]) => file.fileName.includes(name))?.[1];
        if (!axes || file.type !== 'asset' || typeof file.source === 'string') continue;
        const options = { targetFormat: 'woff2', variationAxes: axes, keepFeatures: FEATURES } as const;
        file.source = await subsetFont(Buffer.from(file.source), charactersIn(LATIN), options);
      }
    },
  };
}

/** The characters of ranges such as `0-FF 131`. */
function charactersIn(ranges: string): string {
  return ranges
    .split(' ')
    .map((range) => {
      const [first = 0, last = first] = range.split('-').map((code) => parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');
    })
    .join('');
}
