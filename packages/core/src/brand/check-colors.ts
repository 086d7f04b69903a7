import { t } from '../language/translate.ts';
import { channels, completeColors, mix, type ColorName, type Colors, type Theme } from './palette.ts';

/** A color of the operator with too little contrast against its background. */
export interface ColorProblem {
  theme: Theme;
  /** The operator's color to change. */
  name: ColorName;
  message: string;
}

const SURFACES = ['sunken', 'surface', 'raised'] as const;
const TEXT = 4.5;
const CONTROL = 3;

/** Foreground and background colors, and the contrast that WCAG 2.2 AA requires: 4.5 for text, 3 for controls. */
const PAIRS: { front: ColorName; backs: readonly ColorName[]; least: number }[] = [
  { front: 'ink', backs: [...SURFACES, 'bubble', 'hover', 'active', 'accentSoft'], least: TEXT },
  { front: 'muted', backs: [...SURFACES, 'bubble', 'hover', 'active'], least: TEXT },
  { front: 'subtle', backs: [...SURFACES, 'bubble'], least: TEXT },
  { front: 'accentText', backs: [...SURFACES, 'accentSoft'], least: TEXT },
  { front: 'accentContrast', backs: ['accent', 'accentHover', 'accentActive'], least: TEXT },
  { front: 'accent', backs: SURFACES, least: CONTROL },
  { front: 'line', backs: SURFACES, least: CONTROL },
  { front: 'focus', backs: SURFACES, least: CONTROL },
  { front: 'control', backs: SURFACES, least: CONTROL },
];

/**
 * The pairs of a theme that are too close, each with a color that would do. Pairs without a color of the operator are
 * left out.
 */
export function checkColors(own: Colors, theme: Theme): ColorProblem[] {
  const colors = completeColors(own, theme);
  const problems = new Map<ColorName, ColorProblem>();
  for (const { front, backs, least } of PAIRS) {
    for (const back of backs) {
      const name = causeOf(own, front, back);
      const ratio = contrast(colors[front], colors[back]);
      if (name === null || ratio >= least || problems.has(name)) continue;
      const pair = [front, colors[front], back, colors[back], shown(ratio), least] as const;
      problems.set(name, { theme, name, message: messageOf(pair, mendOf(own, theme, name)) });
    }
  }
  return [...problems.values()];
}

function messageOf(
  [front, color, back, behind, ratio, least]: readonly [string, string, string, string, string, number],
  mend: string | null,
): string {
  return mend === null
    ? t`${front} (${color}) on ${back} (${behind}) has a contrast of ${ratio}:1, and needs ${least}:1; choose colors that are further apart`
    : t`${front} (${color}) on ${back} (${behind}) has a contrast of ${ratio}:1, and needs ${least}:1; try ${mend}`;
}

/** The contrast of two colors by WCAG, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Rounded down, so that 4.49 is never shown as 4.5. */
function shown(ratio: number): string {
  return (Math.floor(ratio * 100) / 100).toFixed(2);
}

const FROM_ACCENT = new Set<ColorName>([
  'accentHover',
  'accentActive',
  'accentContrast',
  'accentText',
  'accentSoft',
  'line',
  'focus',
]);

/** The operator's color that a pair depends on: the one in front first. Null if it has the usual colors. */
function causeOf(own: Colors, front: ColorName, back: ColorName): ColorName | null {
  return sourceOf(own, front) ?? sourceOf(own, back);
}

/** The operator's color that a color is, or is made of. */
function sourceOf(own: Colors, name: ColorName): ColorName | null {
  if (own[name]) return name;
  return own.accent && FROM_ACCENT.has(name) ? 'accent' : null;
}

/** The nearest darker or lighter shade with enough contrast in all pairs of this color; null if there is none. */
function mendOf(own: Colors, theme: Theme, name: ColorName): string | null {
  const color = own[name] ?? '#000000';
  for (let share = 0.02; share <= 1; share += 0.02) {
    for (const end of theme === 'light' ? ['#000000', '#ffffff'] : ['#ffffff', '#000000']) {
      const shade = mix(color, end, share);
      if (isFine({ ...own, [name]: shade }, theme, name)) return shade;
    }
  }
  return null;
}

function isFine(own: Colors, theme: Theme, name: ColorName): boolean {
  const colors = completeColors(own, theme);
  return PAIRS.every(({ front, backs, least }) =>
    backs.every((back) => causeOf(own, front, back) !== name || contrast(colors[front], colors[back]) >= least),
  );
}
