import { chanceFrom } from '../../pictures/chance.ts';
import type { StripeKnobs } from '../knobs.ts';
import { legacyPayload } from './legacy-payload.ts';
import { newId } from '../records/new-id.ts';
import type { StripeEvent } from '../records/objects.ts';
import { signatureHeader } from './signature.ts';

/** One attempt to deliver one event. */
export interface StripeDelivery {
  id: string;
  event: string;
  type: string;
  /** From 1. */
  attempt: number;
  /** ISO 8601. */
  time: string;
  url: string;
  /** The product's response; null without one. */
  status: number | null;
}

interface OutboxOptions {
  secret: string;
  knobs: () => StripeKnobs;
  /** The webhook address; null while the product is unknown. */
  url: () => string | null;
  now: () => number;
}

const MAX_DELIVERIES = 500;
const ANSWER_WITHIN_MS = 10_000;
const SHUFFLE_WINDOW_MS = 50;

/** Delivers events to the product independently and retries each until it is answered with 2xx. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #chance = chanceFrom('stripe', 'outbox');
  readonly #idle: (() => void)[] = [];
  #deliveries: StripeDelivery[] = [];
  #gathered: StripeEvent[] = [];
  #sending = 0;
  #over = new AbortController();

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Newest last: at most the last 500. */
  deliveries(): StripeDelivery[] {
    return this.#deliveries.map((delivery) => ({ ...delivery }));
  }

  /** Delivers an event according to the knobs. */
  add(event: StripeEvent): void {
    const { drop, delayMs, shuffle, copies } = this.#options.knobs();
    if (drop) return;
    if (shuffle) {
      this.#gathered.push(event);
      if (this.#gathered.length === 1) this.#later(SHUFFLE_WINDOW_MS + delayMs, () => this.#sendGathered());
      return;
    }
    // Even without a delay, the call that caused the event can be answered first.
    this.#later(delayMs, async () => {
      for (let copy = 0; copy < copies; copy++) await this.#send(event, 1);
    });
  }

  /** Resends these events one after the other in this order, even while events are dropped. */
  async replay(events: StripeEvent[]): Promise<StripeDelivery[]> {
    const made: StripeDelivery[] = [];
    for (const event of events) {
      for (let copy = 0; copy < this.#options.knobs().copies; copy++) made.push(...(await this.#send(event, null)));
    }
    return made;
  }

  /** Resolves when no event is in flight or waiting for a retry. */
  async settled(): Promise<void> {
    if (this.#timers.size + this.#sending > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Drops everything, including events in flight. */
  clear(): void {
    this.#over.abort();
    this.#over = new AbortController();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#gathered = [];
    this.#deliveries = [];
    this.#announceIdle();
  }

  async #sendGathered(): Promise<void> {
    const { copies } = this.#options.knobs();
    const queue = this.#gathered.flatMap((event) => Array.from({ length: copies }, () => event));
    this.#gathered = [];
    while (queue.length > 0) {
      const [event] = queue.splice(Math.floor(this.#chance.next() * queue.length), 1);
      if (event) await this.#send(event, 1);
    }
  }

  /** `attempt` null means no retries. */
  async #send(event: StripeEvent, attempt: number | null): Promise<StripeDelivery[]> {
    const url = this.#options.url();
    if (url === null) return [];
    const over = this.#over.signal;
    const delivery: StripeDelivery = {
      id: newId('wd'),
      event: event.id,
      type: event.type,
      attempt: attempt ?? 1,
      time: new Date(this.#options.now()).toISOString(),
      url,
      status: null,
    };
    this.#sending++;
    try {
      delivery.status = await this.#post(url, event, over);
    } finally {
      this.#sending--;
    }
    if (over.aborted) return [];
    this.#deliveries = [...this.#deliveries, delivery].slice(-MAX_DELIVERIES);
    const isTaken = delivery.status !== null && delivery.status >= 200 && delivery.status < 300;
    const pause = attempt === null ? undefined : this.#options.knobs().retryDelaysMs[attempt - 1];
    if (isTaken) event.pending_webhooks = 0;
    else if (attempt !== null && pause !== undefined) this.#later(pause, () => this.#send(event, attempt + 1));
    this.#announceIdle();
    return [delivery];
  }

  async #post(url: string, event: StripeEvent, over: AbortSignal): Promise<number | null> {
    const knobs = this.#options.knobs();
    const sent = knobs.payload === 'legacy' ? legacyPayload(event) : event;
    const body = JSON.stringify({ ...sent, livemode: knobs.livemode }, null, 2);
    const signature = signatureHeader(body, this.#options.secret, knobs, this.#options.now());
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          ...(signature === null ? {} : { 'Stripe-Signature': signature }),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([over, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return null;
    }
  }

  #later(ms: number, act: () => Promise<unknown>): void {
    const timer = setTimeout(() => {
      this.#sending++;
      this.#timers.delete(timer);
      void act().finally(() => {
        this.#sending--;
        this.#announceIdle();
      });
    }, ms);
    this.#timers.add(timer);
  }

  #announceIdle(): void {
    if (this.#timers.size + this.#sending > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
