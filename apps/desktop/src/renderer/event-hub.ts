import type { DesktopBridge, DesktopEvent } from '../bridge.ts';

type Listener<T extends DesktopEvent['type']> = (event: Extract<DesktopEvent, { type: T }>) => void;

/** Events of main for those in the page who want them. What comes before anybody does waits for the first who does. */
export class EventHub {
  #waiting: DesktopEvent[] = [];
  readonly #listeners = new Map<DesktopEvent['type'], Set<(event: never) => void>>();

  constructor(bridge: Pick<DesktopBridge, 'onEvent'>) {
    bridge.onEvent((event) => this.#take(event));
  }

  /** Returns what stops it. */
  on<T extends DesktopEvent['type']>(type: T, listener: Listener<T>): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners.add(listener));
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const event of waiting) this.#take(event);
    return () => listeners.delete(listener);
  }

  #take(event: DesktopEvent): void {
    const listeners = this.#listeners.get(event.type);
    if (!listeners?.size) this.#waiting.push(event);
    else for (const listener of listeners) listener(event as never);
  }
}
