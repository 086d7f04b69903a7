import { app, BrowserWindow, nativeTheme } from 'electron';
import { APP_ORIGIN } from './app-origin.ts';
import { EventGate } from './event-gate.ts';
import type { SettingsFile } from './settings-file.ts';
import { webPreferences } from './web-preferences.ts';
import { followPlace, lastPlace } from './window-place.ts';
import type { DesktopEvent } from '../bridge.ts';

/** `--surface` of the two themes, so that nothing flashes before the page is drawn. */
const SURFACE = { light: '#fdfcfa', dark: '#1a1917' };

export interface MainWindow {
  /** Brings it to the front; makes it where there is none. */
  show(): void;
  /** Null while it is closed. */
  current(): BrowserWindow | null;
  /** Told at once, or to the next page that listens. */
  tell(event: DesktopEvent): void;
}

/** `staysOpen` is asked when somebody closes it: then it is hidden, and what runs in it goes on. */
export function createMainWindow(
  file: SettingsFile,
  staysOpen: () => boolean,
  onOpen: (window: BrowserWindow) => void,
): MainWindow {
  const gate = new EventGate();
  let window: BrowserWindow | null = null;

  function open(): BrowserWindow {
    const { isMaximized, ...place } = lastPlace(file);
    const opened = new BrowserWindow({
      ...place,
      minWidth: 360,
      minHeight: 480,
      show: false,
      backgroundColor: nativeTheme.shouldUseDarkColors ? SURFACE.dark : SURFACE.light,
      autoHideMenuBar: true,
      ...(process.platform === 'darwin' && {
        titleBarStyle: 'hiddenInset' as const,
        trafficLightPosition: { x: 19, y: 20 },
      }),
      webPreferences: webPreferences(),
    });
    gate.attach(opened.webContents);
    followPlace(opened, file);
    onOpen(opened);
    opened.once('ready-to-show', () => {
      if (isMaximized) opened.maximize();
      opened.show();
    });
    opened.on('close', (event) => {
      if (!staysOpen()) return;
      event.preventDefault();
      opened.hide();
    });
    opened.on('closed', () => {
      if (window === opened) window = null;
    });
    void opened.loadURL(`${APP_ORIGIN}/`);
    return opened;
  }

  return {
    show() {
      if (window === null) {
        window = open();
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
      // A Mac leaves the program in front that the person was in, unless it is asked for the place.
      if (process.platform === 'darwin') app.focus({ steal: true });
    },
    current: () => window,
    tell: (event) => gate.send(event),
  };
}
