import { screen, type BrowserWindow, type Rectangle } from 'electron';
import type { SettingsFile } from '../system/settings-file.ts';

const FIRST_SIZE = { width: 1280, height: 800 };
/** Debounce of window moves in milliseconds. */
const SETTLE = 400;

/** The last place of the window, if it is still on a screen. */
export function lastPlace(file: SettingsFile): Partial<Rectangle> & { isMaximized: boolean } {
  const { window } = file.read();
  if (!window || !isVisible(window.bounds)) return { ...FIRST_SIZE, isMaximized: window?.isMaximized ?? false };
  return { ...fitOnScreens(window.bounds), isMaximized: window.isMaximized };
}

/** Saves the place of the window until it closes. */
export function followPlace(window: BrowserWindow, file: SettingsFile): void {
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    clearTimeout(timer);
    if (window.isDestroyed()) return;
    file.change({ window: { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() } });
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(save, SETTLE);
  };
  window.on('resize', later);
  window.on('move', later);
  window.on('maximize', later);
  window.on('unmaximize', later);
  window.on('close', save);
}

/** The bounds, no larger than all screens together: beyond them, the window's buttons could not be reached. */
function fitOnScreens({ x, y, width, height }: Rectangle): Rectangle {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const left = Math.min(...areas.map((area) => area.x));
  const top = Math.min(...areas.map((area) => area.y));
  const right = Math.max(...areas.map((area) => area.x + area.width));
  const bottom = Math.max(...areas.map((area) => area.y + area.height));
  return {
    ...(width > right - left ? { x: left, width: right - left } : { x, width }),
    ...(height > bottom - top ? { y: top, height: bottom - top } : { y, height }),
  };
}

/** Whether enough of the window to drag lies on a connected screen. */
function isVisible({ x, y, width }: Rectangle): boolean {
  return screen
    .getAllDisplays()
    .some(
      ({ workArea: area }) =>
        x + width > area.x + 80 && x < area.x + area.width - 80 && y >= area.y - 10 && y < area.y + area.height - 40,
    );
}
