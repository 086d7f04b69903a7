export type Theme = 'light' | 'dark';

/**
 * The colors that an operator can change, with their values in each theme, which theme.css has too. A test compares
 * them.
 */
export const PALETTE = {
  accent: { light: '#17508f', dark: '#9cc2f0' },
  accentHover: { light: '#113f73', dark: '#b5d2f5' },
  accentActive: { light: '#0d3159', dark: '#cfe2f9' },
  accentContrast: { light: '#ffffff', dark: '#0b2038' },
  accentText: { light: '#17508f', dark: '#9cc2f0' },
  accentSoft: { light: '#e7eef6', dark: '#1d2a39' },
  line: { light: '#17508f', dark: '#86b3ea' },
  focus: { light: '#17508f', dark: '#9cc2f0' },
  sunken: { light: '#f4f2ee', dark: '#131210' },
  surface: { light: '#fdfcfa', dark: '#1a1917' },
  raised: { light: '#ffffff', dark: '#242220' },
  hover: { light: '#ebe8e1', dark: '#2b2926' },
  active: { light: '#e2ded5', dark: '#36332f' },
  bubble: { light: '#f0ede7', dark: '#292724' },
  ink: { light: '#1e1c19', dark: '#ece8e1' },
  muted: { light: '#57534b', dark: '#b4aea4' },
  subtle: { light: '#6b665d', dark: '#9d978c' },
  control: { light: '#8b857a', dark: '#7f796f' },
} as const satisfies Record<string, Record<Theme, string>>;

export type ColorName = keyof typeof PALETTE;
export const COLOR_NAMES = Object.keys(PALETTE) as ColorName[];
/** Some colors of one theme, as `#rrggbb`. */
export type Colors = { [Name in ColorName]?: string };
export type ThemeColors = { [In in Theme]?: Colors };

/** The colors of both themes, where `changed` wins over `base` color by color. */
export function mergeColors(base: ThemeColors | undefined, changed: ThemeColors | undefined): ThemeColors | undefined {
  if (!base || !changed) return changed ?? base;
  return { light: { ...base.light, ...changed.light }, dark: { ...base.dark, ...changed.dark } };
}

/** The CSS variable of a color. */
export function variableOf(name: ColorName): string {
  return `--color-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/**
 * All colors of a theme: the operator's, those that follow from their accent, and else the usual ones. An accent is
 * also the color of links, of the margin line and of the focus ring, unless these have colors of their own.
 */
export function completeColors(own: Colors, theme: Theme): Record<ColorName, string> {
  const usual = Object.fromEntries(COLOR_NAMES.map((name) => [name, PALETTE[name][theme]]));
  return { ...usual, ...derivedColors(own, theme), ...own } as Record<ColorName, string>;
}

/** The operator's colors of a theme and those that follow from them, as CSS declarations. */
export function declareColors(own: Colors, theme: Theme): string {
  const colors = { ...derivedColors(own, theme), ...own };
  return COLOR_NAMES.flatMap((name) => (colors[name] ? [`${variableOf(name)}:${colors[name]}`] : [])).join(';');
}

function derivedColors({ accent, surface, raised }: Colors, theme: Theme): Colors {
  if (accent === undefined) return {};
  const isLight = theme === 'light';
  const away = isLight ? '#000000' : '#ffffff';
  const paper = isLight ? (raised ?? PALETTE.raised.light) : (surface ?? PALETTE.surface.dark);
  return {
    accentHover: mix(accent, away, 0.2),
    accentActive: mix(accent, away, 0.38),
    accentContrast: isLight ? '#ffffff' : mix(accent, '#000000', 0.8),
    accentText: accent,
    accentSoft: mix(paper, accent, isLight ? 0.1 : 0.14),
    line: accent,
    focus: accent,
  };
}

/** `share` of `other` in `color`. */
export function mix(color: string, other: string, share: number): string {
  const [a, b] = [channels(color), channels(other)];
  return `#${a.map((value, index) => hex(value + ((b[index] ?? value) - value) * share)).join('')}`;
}

/** Red, green and blue, 0 to 255. */
export function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function hex(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0');
}
