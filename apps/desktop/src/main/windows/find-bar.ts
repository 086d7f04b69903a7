import { WebContentsView, type BrowserWindow, type WebContents } from 'electron';
import { APP_ORIGIN } from '../security/app-origin.ts';
import { EventChannel } from '../ipc/event-channel.ts';
import { UNZOOMED, webPreferences } from './web-preferences.ts';
import { windowFrame } from './window-frame.ts';

const SIZE = { width: 360, height: 52 };
const INSET = 12;
/** The same beside the window's buttons on macOS. */
const BESIDE_BUTTONS = 88;

export interface FindBar {
  show(window: BrowserWindow): void;
  hide(): void;
  find(text: string, forward: boolean): void;
  contents(): WebContents | undefined;
}

/**
 * The find bar, where the lines of the page end. A page of its own: inside the searched page it would find its own text.
 */
export function createFindBar(isLeftward: () => boolean): FindBar {
  let view: WebContentsView | null = null;
  let shownIn: BrowserWindow | null = null;
  let last = '';
  const channel = new EventChannel();

  const place = () => {
    const { width = 0 } = shownIn?.getContentBounds() ?? {};
    const space = Math.max(0, width - SIZE.width);
    const inset = Math.min(space, windowFrame(isLeftward()) === 'inset-end' ? BESIDE_BUTTONS : INSET);
    view?.setBounds({ ...SIZE, x: isLeftward() ? inset : space - inset, y: INSET });
  };

  function open(window: BrowserWindow): void {
    view = new WebContentsView({ webPreferences: { ...webPreferences(), ...UNZOOMED } });
    view.setBackgroundColor('#00000000');
    channel.attach(view.webContents);
    window.webContents.on('found-in-page', (_, { activeMatchOrdinal, matches }) =>
      channel.send({ type: 'found', match: activeMatchOrdinal, matches }),
    );
    window.on('resize', place);
    window.on('closed', () => {
      view?.webContents.close();
      view = null;
      shownIn = null;
    });
    void view.webContents.loadURL(`${APP_ORIGIN}/find.html`);
  }

  return {
    show(window) {
      if (!view) open(window);
      if (!view) return;
      shownIn = window;
      window.contentView.addChildView(view);
      place();
      view.webContents.focus();
      channel.send({ type: 'shown' });
    },
    hide() {
      last = '';
      if (!view || !shownIn) return;
      shownIn.webContents.stopFindInPage('keepSelection');
      shownIn.contentView.removeChildView(view);
      shownIn.webContents.focus();
    },
    find(text, forward) {
      if (text === '') {
        shownIn?.webContents.stopFindInPage('clearSelection');
        channel.send({ type: 'found', match: 0, matches: 0 });
      } else shownIn?.webContents.findInPage(text, { forward, findNext: text !== last });
      last = text;
    },
    contents: () => view?.webContents,
  };
}
