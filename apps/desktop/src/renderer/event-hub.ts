import type { DesktopBridge, DesktopEvent } from '../bridge.ts';

type Listener<T extends DesktopEvent['type']> = (event: Extract<DesktopEvent, { type: T }>) => void;

/** Passes main's events to subscribers in the page. Buffers events until the first subscriber of their type. */
export class EventHub {
  #waiting: DesktopEvent[] = [];
  readonly #listeners = new Map<DesktopEvent['type'], Set<(event: never) => void>>();

  constructor(bridge: Pick<DesktopBridge, 'onEvent'>) {
    bridge.onEvent((event) => this.#take(event));
  }

  /** Returns a function that unsubscribes. */
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
