import type { WebContents } from 'electron';
import { EVENT_CHANNEL, type DesktopEvent } from '../../bridge.ts';
import { isOwnPage } from '../security/app-origin.ts';

const channels = new WeakMap<WebContents, EventChannel>();

/** More events than a person can cause while no page is open. */
const MAX_BUFFERED = 20;

/** Sends events to a page that may not be open yet. Buffers them in order until the page is ready. */
export class EventChannel {
  #contents: WebContents | null = null;
  #isReady = false;
  #buffered: DesktopEvent[] = [];

  attach(contents: WebContents): void {
    this.#contents = contents;
    this.#isReady = false;
    channels.set(contents, this);
    contents.on('did-start-navigation', ({ url, isMainFrame, isSameDocument }) => {
      // Also reported for other pages, which are then refused: this one stays.
      const isLeft = isOwnPage(url) || url === 'about:blank';
      if (isMainFrame && !isSameDocument && isLeft) this.#isReady = false;
    });
    contents.on('destroyed', () => {
      if (this.#contents === contents) this.#contents = null;
      this.#isReady = false;
    });
  }

  /** Marks this page as ready for events. */
  static markReady(contents: WebContents): void {
    const channel = channels.get(contents);
    if (channel) channel.#flush();
  }

  send(event: DesktopEvent): void {
    if (this.#isReady && this.#contents) this.#contents.send(EVENT_CHANNEL, event);
    else this.#buffered = [...this.#buffered, event].slice(-MAX_BUFFERED);
  }

  #flush(): void {
    this.#isReady = true;
    const buffered = this.#buffered;
    this.#buffered = [];
    for (const event of buffered) this.send(event);
  }
}
