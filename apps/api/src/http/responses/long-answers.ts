import { setTimeout as delay } from 'node:timers/promises';
import type { Response } from 'express';
import { languageOf } from '../../language/answer-in-language.ts';
import { translateFields } from '../../language/translate-fields.ts';
import type { Deadlines } from '../../limits/deadlines.ts';
import type { Caller, Place } from '../../limits/fair-scheduler.ts';
import type { Work } from '../../limits/work.ts';
import { callerOf } from '../requests/caller.ts';

/** Bytes written to a socket at a time; each slice that a reader takes counts as progress. */
const SLICE = 64 * 1024;
/** Unread bytes held for readers before more is read from the store: per caller, and in total. */
const UNREAD_OF_CALLER = 16 * 1024 * 1024;
const UNREAD = 96 * 1024 * 1024;
/**
 * Bytes a second that are made for one caller, once it is this many milliseconds ahead: a megabyte takes the only thread
 * 10 ms.
 */
const BYTES_A_SECOND = 16 * 1024 * 1024;
const AHEAD_MS = 250;
/** Polling interval for free space. */
const LOOK_MS = 50;

/** Runs a read from the store in turn with other callers. */
export type Read = <T>(work: () => Promise<T>) => Promise<T>;

interface Blocked {
  res: Response;
  caller: string;
  bytes: number;
  since: number;
}

/**
 * Sends long responses in pieces at the reader's pace, holding at most one piece per response. A reader that takes too
 * little for too long is disconnected, and sooner if others wait or too much memory is held.
 */
export class LongAnswers {
  readonly #work: Pick<Work, 'answers' | 'reads'>;
  readonly #deadlines: Deadlines;
  readonly #blocked = new Set<Blocked>();
  /** By caller, when what was made for it is paid off at `BYTES_A_SECOND`; the first charged first. */
  readonly #paidOff = new Map<string, number>();

  constructor(work: Pick<Work, 'answers' | 'reads'>, deadlines: Deadlines) {
    this.#work = work;
    this.#deadlines = deadlines;
  }

  /** Sends a value as `res.json` does. */
  async sendJson(res: Response, read: () => Promise<unknown>): Promise<void> {
    await this.send(res, async function* (inTurn) {
      const json = Buffer.from(JSON.stringify(translateFields(await inTurn(read), languageOf(res))));
      res.type('json').set('Content-Length', String(json.length));
      yield json;
    });
  }

  /**
   * Sends the pieces in order. Headers are sent with the first piece, so earlier errors become an error response and
   * later ones end the connection. Returns whether the reader took everything.
   */
  async send(
    res: Response,
    makePieces: (inTurn: Read) => AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>,
  ): Promise<boolean> {
    const caller = callerOf(res);
    const place = await this.#work.answers.enter(caller);
    const inTurn: Read = async (read) => {
      const turn = await this.#turn(caller);
      try {
        return await read();
      } finally {
        turn.release();
      }
    };
    try {
      for await (const piece of makePieces(inTurn)) {
        this.#charge(caller, piece.length);
        if (!(await this.#write(res, caller, piece, place))) return false;
      }
      res.end();
      return res.writableFinished || (await this.#wait(res, 'finish', caller, 0, place));
    } catch (error) {
      if (caller.signal.aborted) return false;
      throw error;
    } finally {
      place.release();
    }
  }

  /** False if the reader has disconnected. */
  async #write(res: Response, caller: Caller, bytes: Uint8Array, place: Place): Promise<boolean> {
    for (let from = 0; from < bytes.length; from += SLICE) {
      if (res.closed || res.destroyed) return false;
      if (res.write(bytes.subarray(from, from + SLICE))) continue;
      if (!(await this.#wait(res, 'drain', caller, bytes.length - from, place))) return false;
    }
    return !res.destroyed;
  }

  /** Waits until the reader has taken the written bytes; `held` is the number of bytes kept meanwhile. */
  #wait(res: Response, event: 'drain' | 'finish', caller: Caller, held: number, place: Place): Promise<boolean> {
    if (res.closed || res.destroyed) return Promise.resolve(false);
    const { unreadAnswer, contestedAnswer } = this.#deadlines;
    const since = performance.now();
    const blocked = { res, caller: keyOf(caller), bytes: held, since };
    this.#blocked.add(blocked);
    return new Promise((resolve) => {
      const settle = (isTaken: boolean) => {
        clearInterval(timer);
        this.#blocked.delete(blocked);
        res.off(event, onTaken).off('close', onClose);
        resolve(isTaken);
      };
      const onTaken = () => settle(true);
      const onClose = () => settle(false);
      const timer = setInterval(() => {
        const patience = place.isContested ? contestedAnswer : unreadAnswer;
        if (performance.now() - since > patience) res.destroy();
      }, contestedAnswer / 4);
      res.once(event, onTaken).once('close', onClose);
    });
  }

  /** Waits for a place to read from the store, until this caller is no longer far ahead. */
  async #turn(caller: Caller): Promise<Place> {
    const ahead = () => (this.#paidOff.get(keyOf(caller)) ?? 0) - performance.now() - AHEAD_MS;
    for (;;) {
      await this.#room(caller);
      for (let wait = ahead(); wait > 0; wait = ahead()) await delay(wait, undefined, { signal: caller.signal });
      const turn = await this.#work.reads.enter(caller);
      // Another of the caller's answers may have been made meanwhile.
      if (ahead() <= 0) return turn;
      turn.release();
    }
  }

  #charge(caller: Caller, bytes: number): void {
    const now = performance.now();
    for (const [key, time] of this.#paidOff) {
      if (time > now) break;
      this.#paidOff.delete(key);
    }
    const key = keyOf(caller);
    const from = Math.max(now, this.#paidOff.get(key) ?? 0);
    this.#paidOff.delete(key);
    this.#paidOff.set(key, from + (bytes / BYTES_A_SECOND) * 1000);
  }

  /** Waits until few enough bytes are held, and disconnects readers that have been stuck for too long. */
  async #room(caller: Caller): Promise<void> {
    const key = keyOf(caller);
    for (;;) {
      const own = [...this.#blocked].filter((blocked) => blocked.caller === key);
      const held = sum(own) > UNREAD_OF_CALLER ? own : sum([...this.#blocked]) > UNREAD ? [...this.#blocked] : null;
      if (held === null) return;
      caller.signal.throwIfAborted();
      for (const { res, since } of held) {
        if (performance.now() - since > this.#deadlines.contestedAnswer) res.destroy();
      }
      await delay(LOOK_MS);
    }
  }
}

function keyOf({ user, address }: Caller): string {
  return user ?? address;
}

function sum(blocked: Blocked[]): number {
  return blocked.reduce((bytes, each) => bytes + each.bytes, 0);
}
