import type { WebContents } from 'electron';
import { EVENT_CHANNEL, type DesktopEvent } from '../bridge.ts';

const gates = new WeakMap<WebContents, EventGate>();

/** More than a person could have meant while no page was there. */
const MOST = 20;

/** The way to a page that may not be there yet: what is sent before it listens waits for it, in order. */
export class EventGate {
  #contents: WebContents | null = null;
  #isListening = false;
  #waiting: DesktopEvent[] = [];

  attach(contents: WebContents): void {
    this.#contents = contents;
    this.#isListening = false;
    gates.set(contents, this);
    contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) this.#isListening = false;
    });
    contents.on('destroyed', () => {
      if (this.#contents === contents) this.#contents = null;
      this.#isListening = false;
    });
  }

  /** This page listens from now on. */
  static open(contents: WebContents): void {
    const gate = gates.get(contents);
    if (gate) gate.#open();
  }

  send(event: DesktopEvent): void {
    if (this.#isListening && this.#contents) this.#contents.send(EVENT_CHANNEL, event);
    else this.#waiting = [...this.#waiting, event].slice(-MOST);
  }

  #open(): void {
    this.#isListening = true;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const event of waiting) this.send(event);
  }
}
