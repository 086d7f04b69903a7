import { t, type ProjectColor } from '@parley/core';

/** The class of each color's icon. */
export const COLOR_CLASSES: Record<ProjectColor, string> = {
  gray: 'text-subtle',
  red: 'text-danger',
  orange: 'text-warning',
  green: 'text-success',
  blue: 'text-accent-text',
  teal: 'text-info',
};

/** What each color is called. */
export const COLOR_NAMES: Record<ProjectColor, string> = {
  gray: t`gray`,
  red: t`red`,
  orange: t`orange`,
  green: t`green`,
  blue: t`blue`,
  teal: t`teal`,
};
