/** Classes of a link that stands alone: as high as a fingertip on touch screens. */
export const LONE_LINK =
  'inline-block min-h-6 content-center font-medium text-accent-text underline underline-offset-3 pointer-coarse:min-h-11';
