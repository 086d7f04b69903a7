import { AppError, rateLimited } from '@parley/core';
import type { WorkLimit } from './work-limits.ts';

/** The source of a request for work. */
export interface Caller {
  /** The user's id or another stable key of one user; null if only the address is known. */
  user: string | null;
  /** The network address, as normalized by `addressKey`. */
  address: string;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

/** A place that running work occupies. */
export interface Place {
  /** Passes the place to the next caller in the queue. Later calls do nothing. */
  release(): void;
  /** Whether another user is waiting who could use this place. */
  readonly isContested: boolean;
}

export interface SchedulerHooks {
  onAdmitted?(waitedSeconds: number): void;
  onRefused?(): void;
}

interface Waiting {
  caller: Caller;
  order: number;
  admit(): void;
  refuse(error: AppError): void;
}

interface Queue {
  /** Number of places of this user at this address. */
  running: number;
  waiting: Waiting[];
  /** Turn in which this user last got a place here; a sequence number, not a time. */
  lastTurn: number;
}

interface Address {
  running: number;
  lastTurn: number;
  /** By user; a user at two addresses has a queue at each. */
  queues: Map<string, Queue>;
}

/** The key of callers without a known user. */
const ANYBODY = '';

/**
 * Shares the places for one kind of work fairly between callers. While all places are taken, callers queue: a free
 * place goes to the address with the fewest places, then to the user with the fewest, in turns. A caller with much work
 * thus delays only itself. Throws `rate-limited` if the user's own queue is full, or `unavailable` if all
 * places are taken as well or after a wait of `waitSeconds`. A caller that disconnects leaves the queue.
 */
export class FairScheduler {
  readonly #limit: WorkLimit;
  readonly #hooks: SchedulerHooks;
  readonly #addresses = new Map<string, Address>();
  /** Number of places per user, across addresses. */
  readonly #runningOfUser = new Map<string, number>();
  #running = 0;
  #waiting = 0;
  #turn = 0;

  constructor(limit: WorkLimit, hooks: SchedulerHooks = {}) {
    this.#limit = limit;
    this.#hooks = hooks;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Number of addresses with running or waiting work. */
  get addressCount(): number {
    return this.#addresses.size;
  }

  /** Runs work once it gets a place, and releases the place when the work ends. */
  async run<T>(caller: Caller, work: (place: Place) => Promise<T>): Promise<T> {
    const place = await this.enter(caller);
    try {
      return await work(place);
    } finally {
      place.release();
    }
  }

  /** Resolves with a place that the caller must release. */
  async enter(caller: Caller): Promise<Place> {
    const begun = performance.now();
    try {
      caller.signal.throwIfAborted();
      if (!this.#mayRun(caller)) await this.#wait(caller);
      else this.#take(caller);
    } catch (error) {
      this.#hooks.onRefused?.();
      throw error instanceof AppError
        ? error
        : new AppError('unavailable', { retryAfter: this.#limit.retrySeconds, cause: error });
    }
    this.#hooks.onAdmitted?.((performance.now() - begun) / 1000);
    return this.#placeOf(caller);
  }

  #placeOf(caller: Caller): Place {
    let isHeld = true;
    const isContested = () => isHeld && this.#isWanted(caller);
    return {
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        this.#giveBack(caller);
      },
      get isContested() {
        return isContested();
      },
    };
  }

  #mayRun({ user, address }: Caller): boolean {
    const { places, perAddress, perUser } = this.#limit;
    const ofUser = user === null ? 0 : (this.#runningOfUser.get(user) ?? 0);
    const ofAddress = this.#addresses.get(address)?.running ?? 0;
    return this.#running < places && ofAddress < perAddress && ofUser < perUser;
  }

  /** Whether a waiting user could get this caller's place. */
  #isWanted(caller: Caller): boolean {
    const { places, perAddress, perUser } = this.#limit;
    if (this.#waiting === 0 || this.#running - 1 >= places) return false;
    return [...this.#addresses].some(([address, home]) => {
      if (home.running - (address === caller.address ? 1 : 0) >= perAddress) return false;
      return [...home.queues].some(
        ([user, { waiting }]) =>
          waiting.length > 0 && user !== (caller.user ?? ANYBODY) && (this.#runningOfUser.get(user) ?? 0) < perUser,
      );
    });
  }

  #take(caller: Caller): void {
    const { user, address } = caller;
    const home = this.#home(address);
    this.#turn++;
    this.#running++;
    home.running++;
    home.lastTurn = this.#turn;
    const queue = this.#queue(caller);
    queue.running++;
    queue.lastTurn = this.#turn;
    if (user !== null) this.#runningOfUser.set(user, (this.#runningOfUser.get(user) ?? 0) + 1);
  }

  #giveBack(caller: Caller): void {
    const { user, address } = caller;
    this.#running--;
    this.#home(address).running--;
    this.#queue(caller).running--;
    if (user !== null) {
      const left = (this.#runningOfUser.get(user) ?? 1) - 1;
      if (left > 0) this.#runningOfUser.set(user, left);
      else this.#runningOfUser.delete(user);
    }
    this.#forgetIdle(address);
    for (let next = this.#next(); next; next = this.#next()) next.admit();
  }

  #wait(caller: Caller): Promise<void> {
    const { waitingPerUser, waiting, waitSeconds } = this.#limit;
    const queue = this.#queue(caller);
    if (queue.waiting.length >= waitingPerUser) {
      this.#forgetIdle(caller.address);
      throw this.#running < this.#limit.places
        ? rateLimited(this.#limit.retrySeconds)
        : new AppError('unavailable', { retryAfter: this.#limit.retrySeconds });
    }
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        caller.signal.removeEventListener('abort', onAbort);
        const index = queue.waiting.indexOf(entry);
        if (index !== -1) queue.waiting.splice(index, 1);
        this.#waiting--;
      };
      const entry: Waiting = {
        caller,
        order: this.#turn++,
        admit: () => {
          leave();
          this.#take(caller);
          resolve();
        },
        refuse: (error) => {
          leave();
          this.#forgetIdle(caller.address);
          reject(error);
        },
      };
      const onAbort = () => entry.refuse(new AppError('unavailable', { retryAfter: this.#limit.retrySeconds }));
      const timer = setTimeout(onAbort, waitSeconds * 1000);
      caller.signal.addEventListener('abort', onAbort, { once: true });
      queue.waiting.push(entry);
      this.#waiting++;
      if (this.#waiting > waiting)
        this.#longest(caller, queue).waiting.at(-1)?.refuse(rateLimited(this.#limit.retrySeconds));
    });
  }

  /** The queued caller that gets the next free place; undefined if there is no free place or no eligible caller. */
  #next(): Waiting | undefined {
    if (this.#waiting === 0 || this.#running >= this.#limit.places) return undefined;
    let best: { waiting: Waiting; rank: number[] } | undefined;
    for (const home of this.#addresses.values()) {
      if (home.running >= this.#limit.perAddress) continue;
      for (const [user, queue] of home.queues) {
        const [first] = queue.waiting;
        if (!first || !this.#mayRun(first.caller)) continue;
        const running = this.#runningOfUser.get(user) ?? 0;
        const rank = [home.running, home.lastTurn, running, queue.lastTurn, first.order];
        if (!best || isBefore(rank, best.rank)) best = { waiting: first, rank };
      }
    }
    return best?.waiting;
  }

  /** The longest queue at the address with the most waiting callers; prefers the caller's own in a tie. */
  #longest({ address }: Caller, own: Queue): Queue {
    const lengthOf = ({ queues }: Address) =>
      [...queues.values()].reduce((sum, { waiting }) => sum + waiting.length, 0);
    let home = this.#home(address);
    for (const other of this.#addresses.values()) if (lengthOf(other) > lengthOf(home)) home = other;
    const queues = [...home.queues.values()];
    const most = Math.max(...queues.map(({ waiting }) => waiting.length));
    if (queues.includes(own) && own.waiting.length === most) return own;
    return queues.find(({ waiting }) => waiting.length === most) ?? own;
  }

  #home(address: string): Address {
    const known = this.#addresses.get(address);
    if (known) return known;
    const home: Address = { running: 0, lastTurn: 0, queues: new Map() };
    this.#addresses.set(address, home);
    return home;
  }

  #queue({ user, address }: Caller): Queue {
    const { queues } = this.#home(address);
    const key = user ?? ANYBODY;
    const known = queues.get(key);
    if (known) return known;
    const queue: Queue = { running: 0, waiting: [], lastTurn: 0 };
    queues.set(key, queue);
    return queue;
  }

  /** Deletes idle users of an address, and the address itself once it is empty. */
  #forgetIdle(address: string): void {
    const home = this.#addresses.get(address);
    if (!home) return;
    for (const [user, { running, waiting }] of home.queues) {
      if (running === 0 && waiting.length === 0) home.queues.delete(user);
    }
    if (home.queues.size === 0) this.#addresses.delete(address);
  }
}

function isBefore(rank: number[], other: number[]): boolean {
  const index = rank.findIndex((value, place) => value !== other[place]);
  return index !== -1 && (rank[index] ?? 0) < (other[index] ?? 0);
}
