import { app } from 'electron';
import type { StartState } from '../../bridge.ts';

/** The systems whose lines run from right to left. */
const LEFTWARD = /^(?:ar|fa|he|iw|ur)\b/;

/** The frame of a page. macOS puts the window's buttons where lines start in the system's language. */
export function windowFrame(isPageLeftward: boolean): StartState['frame'] {
  if (process.platform !== 'darwin') return 'native';
  return LEFTWARD.test(app.getLocale()) === isPageLeftward ? 'inset' : 'inset-end';
}
