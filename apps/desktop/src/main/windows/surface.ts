/** `--color-surface` of both themes, so that nothing flashes before the first paint. */
export const SURFACE = { light: '#fdfcfa', dark: '#1a1917' };
