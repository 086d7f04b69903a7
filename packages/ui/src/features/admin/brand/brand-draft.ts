import {
  checkColors,
  mergeColors,
  type BrandBanner,
  type BrandChanges,
  type ColorProblem,
  type ModeId,
  t,
} from '@parley/core';

/** The form at /admin: everything is a text that may be empty. Times are of `<input type="datetime-local">`. */
export interface BrandDraft {
  welcome: string;
  prompts: { mode: ModeId; text: string }[];
  light: string;
  dark: string;
  banner: string;
  from: string;
  until: string;
}

/** How many prompts an empty chat shows. */
const PROMPTS = 4;
const COLOR = /^#[\da-f]{6}$/i;

/** The form for these changes. */
export function toDraft({ welcome = '', prompts = [], colors, banner }: BrandChanges): BrandDraft {
  const empty = { mode: 'normal', text: '' } as const;
  return {
    welcome,
    prompts: [...prompts, ...Array.from({ length: PROMPTS - prompts.length }, () => empty)],
    light: colors?.light?.accent ?? '',
    dark: colors?.dark?.accent ?? '',
    banner: banner?.text ?? '',
    from: toLocal(banner?.from),
    until: toLocal(banner?.until),
  };
}

/** The changes of a form. Colors that it does not show stay as in `before`. */
export function toChanges(draft: BrandDraft, before: BrandChanges): BrandChanges {
  const { welcome, banner, from, until } = draft;
  const prompts = draft.prompts.filter(({ text }) => text.trim() !== '');
  const colors = colorsOf(draft, before);
  return {
    ...(welcome.trim() !== '' && { welcome }),
    ...(prompts.length > 0 && { prompts }),
    ...(colors && { colors }),
    ...(banner.trim() !== '' && {
      banner: {
        text: banner,
        ...(isTime(from) && { from: new Date(from).toISOString() }),
        ...(isTime(until) && { until: new Date(until).toISOString() }),
      },
    }),
  };
}

function colorsOf({ light, dark }: BrandDraft, { colors }: BrandChanges): BrandChanges['colors'] {
  const themes = { light: light.trim(), dark: dark.trim() };
  const entries = (['light', 'dark'] as const).flatMap((theme) => {
    const { accent: _, ...others } = colors?.[theme] ?? {};
    const own = { ...others, ...(themes[theme] !== '' && { accent: themes[theme] }) };
    return Object.keys(own).length === 0 ? [] : [[theme, own]];
  });
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as BrandChanges['colors']);
}

/** Why the color of a theme cannot be saved beside those of the file; null if it can. */
export function colorProblem(changes: BrandChanges, file: BrandChanges, theme: 'light' | 'dark'): string | null {
  const colors = mergeColors(file.colors, changes.colors)?.[theme] ?? {};
  if (Object.values(colors).some((color) => !COLOR.test(color))) return t`Use six hexadecimal digits, such as #17508f.`;
  const [problem]: (ColorProblem | undefined)[] = checkColors(colors, theme);
  return problem ? t`Not enough contrast: ${problem.message}.` : null;
}

/** Why the times of the banner cannot be saved; null if they can. */
export function timeProblem({ from, until }: Partial<BrandBanner> = {}): string | null {
  const isBackward = from !== undefined && until !== undefined && Date.parse(until) <= Date.parse(from);
  return isBackward ? t`The end must be later than the beginning.` : null;
}

/**
 * Merges a form with the stored state `after`: fields that were changed since `before` keep what was typed, all others
 * take the stored value.
 */
export function mergeDrafts(typed: BrandDraft, before: BrandDraft, after: BrandDraft): BrandDraft {
  const fields = Object.keys(after) as (keyof BrandDraft)[];
  const changed = fields.filter((field) => field !== 'prompts' && typed[field] !== before[field]);
  const isKept = ({ mode, text }: BrandDraft['prompts'][number], index: number) =>
    mode !== before.prompts[index]?.mode || text !== before.prompts[index]?.text;
  return {
    ...after,
    ...Object.fromEntries(changed.map((field) => [field, typed[field]])),
    prompts: after.prompts.map((stored, index) => {
      const own = typed.prompts[index];
      return own && isKept(own, index) ? own : stored;
    }),
  };
}

/** False for an empty field, and for years of five or more digits, which browsers accept but cannot parse. */
function isTime(local: string): boolean {
  return !Number.isNaN(Date.parse(local));
}

/** A time of the server as a form has it, in the reader's time zone. */
function toLocal(iso: string | undefined): string {
  if (iso === undefined) return '';
  const moment = new Date(iso);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}
