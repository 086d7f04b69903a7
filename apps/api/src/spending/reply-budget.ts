import { randomUUID } from 'node:crypto';
import type { SpendingMode } from '../storage/billing/spending-store.ts';
import type { Budgets } from './budgets.ts';

/** A reply or call for which `Budgets.reserve` has reserved. */
export interface Reserved {
  userId: string;
  mode: SpendingMode;
  id: string;
  /** The one that replies, if it was chosen from a list. */
  model?: string | undefined;
}

/** `short`: of a short text, such as a query. */
export type RequestKind = 'reply' | 'short' | 'image' | { search: string };

/**
 * Raises the reservation of a reply before each of its requests, to what it has used and what the running ones cost at
 * most. The first request needs no more than was reserved.
 */
export class ReplyBudget {
  readonly #budgets: Budgets;
  readonly #reserved: Reserved;
  readonly #spent: () => number;
  readonly #raises: string[] = [];
  #held: number;
  #running = 0;

  /** `spent`: what the reply has used so far, in microdollars. */
  constructor(budgets: Budgets, reserved: Reserved, spent: () => number) {
    this.#budgets = budgets;
    this.#reserved = reserved;
    this.#spent = spent;
    this.#held = budgets.estimate(reserved.mode, reserved.model);
  }

  /** Sends a request of the reply. Throws `cost-limit-reached` instead when a ceiling has no room for it. */
  async send<T>(kind: RequestKind, request: () => Promise<T>): Promise<T> {
    const most = this.#mostOf(kind);
    this.#running += most;
    try {
      await this.#raise();
      return await request();
    } finally {
      this.#running -= most;
    }
  }

  /** Takes the raises back. Call after the end of the reply, which settles what all of its requests cost. */
  async close(): Promise<void> {
    const { userId } = this.#reserved;
    await Promise.all(this.#raises.splice(0).map((id) => this.#budgets.settle(userId, id, 0)));
  }

  async #raise(): Promise<void> {
    const missing = this.#spent() + this.#running - this.#held;
    if (missing <= 0) return;
    const { userId } = this.#reserved;
    const raise = randomUUID();
    this.#raises.push(raise);
    const held = this.#held;
    this.#held += missing;
    try {
      await this.#budgets.raise(userId, raise, missing, held);
    } catch (error) {
      this.#held -= missing;
      throw error;
    }
  }

  #mostOf(kind: RequestKind): number {
    const { mode, model } = this.#reserved;
    if (kind === 'reply') return this.#budgets.estimate(mode === 'image' ? 'normal' : mode, model);
    if (kind === 'short') return this.#budgets.estimate('title');
    return kind === 'image' ? this.#budgets.estimate('image') : this.#budgets.searchPrice(kind.search);
  }
}
