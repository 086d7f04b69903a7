import { t, type ProjectColor } from '@parley/core';

/** The class of each color's icon. */
export const COLOR_CLASSES: Record<ProjectColor, string> = {
  gray: 'fill-current/25 text-subtle',
  red: 'fill-current/25 text-danger',
  orange: 'fill-current/25 text-warning',
  green: 'fill-current/25 text-success',
  blue: 'fill-current/25 text-accent-text',
  teal: 'fill-current/25 text-info',
};

/** Names of the colors. */
export const COLOR_NAMES: Record<ProjectColor, string> = {
  gray: t`gray`,
  red: t`red`,
  orange: t`orange`,
  green: t`green`,
  blue: t`blue`,
  teal: t`teal`,
};
