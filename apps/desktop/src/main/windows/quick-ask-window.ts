import { BrowserWindow, screen } from 'electron';
import { APP_ORIGIN } from '../security/app-origin.ts';
import { EventChannel } from '../ipc/event-channel.ts';
import { UNZOOMED, webPreferences } from './web-preferences.ts';

const SIZE = { width: 640, height: 76 };

export interface QuickAskWindow {
  /** Shows the window on the pointer's screen, ready for typing. */
  show(): void;
  hide(): void;
  /** Removes this question from the window, or with null whatever was typed. */
  clear(question: string | null): void;
  current(): BrowserWindow | null;
}

/**
 * The quick-ask window, which opens over any program. Created on first use, then only hidden until `isQuitting()`: closing
 * it would lose the question.
 */
export function createQuickAskWindow(isQuitting: () => boolean): QuickAskWindow {
  const channel = new EventChannel();
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
      // A panel opens over full-screen programs and leaves the current program active.
      ...(process.platform === 'darwin' && { type: 'panel' }),
      webPreferences: { ...webPreferences(), ...UNZOOMED },
    });
    channel.attach(opened.webContents);
    opened.on('blur', () => opened.hide());
    opened.on('close', (event) => {
      if (isQuitting()) return;
      event.preventDefault();
      opened.hide();
    });
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
      channel.send({ type: 'shown' });
    },
    hide: () => window?.hide(),
    clear(question) {
      if (window) channel.send({ type: 'clear', question });
    },
    current: () => window,
  };
}
