import type { ProjectColor } from '@parley/core';

/** The class of each color's icon. */
export const COLOR_CLASSES: Record<ProjectColor, string> = {
  gray: 'text-subtle',
  red: 'text-danger',
  orange: 'text-warning',
  green: 'text-success',
  blue: 'text-accent-text',
  teal: 'text-info',
};
