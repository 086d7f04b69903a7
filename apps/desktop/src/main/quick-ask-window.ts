import { BrowserWindow, screen } from 'electron';
import { APP_ORIGIN } from './app-origin.ts';
import { EventGate } from './event-gate.ts';
import { webPreferences } from './web-preferences.ts';

const SIZE = { width: 640, height: 76 };

export interface QuickAskWindow {
  /** Shows it on the screen where the pointer is, empty and ready to be typed into. */
  show(): void;
  hide(): void;
  current(): BrowserWindow | null;
}

/** A line to ask with, over whatever the person is doing. Made when it is first called, and kept. */
export function createQuickAskWindow(): QuickAskWindow {
  const gate = new EventGate();
  let window: BrowserWindow | null = null;

  function open(): BrowserWindow {
    const opened = new BrowserWindow({
      ...SIZE,
      show: false,
      frame: false,
      resizable: false,
      maximizable: false,
      minimizable: false,
      fullscreenable: false,
      skipTaskbar: true,
      alwaysOnTop: true,
      transparent: true,
      hasShadow: false,
      // Over whatever fills the screen, and the program that the person is in stays the one that is active.
      ...(process.platform === 'darwin' && { type: 'panel' }),
      webPreferences: webPreferences(),
    });
    gate.attach(opened.webContents);
    opened.on('blur', () => opened.hide());
    opened.on('closed', () => {
      window = null;
    });
    void opened.loadURL(`${APP_ORIGIN}/quick-ask.html`);
    return opened;
  }

  return {
    show() {
      window ??= open();
      const { workArea } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint());
      const x = Math.round(workArea.x + (workArea.width - SIZE.width) / 2);
      window.setBounds({ ...SIZE, x, y: Math.round(workArea.y + workArea.height / 5) });
      window.show();
      window.focus();
      gate.send({ type: 'shown' });
    },
    hide: () => window?.hide(),
    current: () => window,
  };
}
