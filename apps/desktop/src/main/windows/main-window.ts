import { app, BrowserWindow, nativeTheme } from 'electron';
import { pageAt } from '@parley/core';
import { APP_ORIGIN, isOwnPage } from '../security/app-origin.ts';
import { EventChannel } from '../ipc/event-channel.ts';
import type { SettingsFile } from '../system/settings-file.ts';
import { SURFACE } from './surface.ts';
import { webPreferences } from './web-preferences.ts';
import { followPlace, lastPlace } from './window-place.ts';
import type { DesktopEvent } from '../../bridge.ts';

export interface MainWindow {
  /** Brings the window to the front; creates it if there is none. */
  show(): void;
  /** Null while the window is closed. */
  current(): BrowserWindow | null;
  /** Sends the event now, or once the next page is ready. */
  send(event: DesktopEvent): void;
  /** Shows the window and sends the event, which only the chat handles. */
  sendToChat(event: DesktopEvent): Promise<void>;
}

/** Creates the main window. If `staysOpen()`, closing only hides it and its replies continue. */
export function createMainWindow(
  file: SettingsFile,
  staysOpen: () => boolean,
  onOpen: (window: BrowserWindow) => void,
): MainWindow {
  const channel = new EventChannel();
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
    channel.attach(opened.webContents);
    // Electron shows no dialog for a page that asks to stay, as a temporary chat does: the app could not quit or reload.
    opened.webContents.on('will-prevent-unload', (event) => event.preventDefault());
    followPlace(opened, file);
    onOpen(opened);
    opened.once('ready-to-show', () => {
      if (isMaximized) opened.maximize();
      opened.show();
    });
    opened.on('close', (event) => {
      if (!staysOpen()) return;
      event.preventDefault();
      hide(opened);
    });
    opened.on('closed', () => {
      if (window === opened) window = null;
    });
    void opened.loadURL(`${APP_ORIGIN}/`);
    return opened;
  }

  function show(): void {
    if (window === null) {
      window = open();
      return;
    }
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    // macOS keeps the current program in front unless the app takes the focus.
    if (process.platform === 'darwin') app.focus({ steal: true });
  }

  /** Leaves a page without the chat, such as `/help`. */
  async function openChat(): Promise<void> {
    const url = window?.webContents.getURL() ?? '';
    if (!isOwnPage(url) || pageAt(new URL(url).pathname, 'signed-in').inChat) return;
    // It rejects if the user goes elsewhere meanwhile.
    await window?.loadURL(`${APP_ORIGIN}/`).catch(() => {});
  }

  return {
    show,
    current: () => window,
    send: (event) => channel.send(event),
    async sendToChat(event) {
      show();
      await openChat();
      channel.send(event);
    },
  };
}

/** Hides a window. On macOS, one that is hidden in full screen would stay as a black screen. */
function hide(window: BrowserWindow): void {
  if (process.platform === 'darwin' && window.isFullScreen()) {
    window.once('leave-full-screen', () => window.hide());
    window.setFullScreen(false);
  } else window.hide();
}
