import type { DoctorFinding } from '@parley/core';

/** What a check reports: a finding without the name of its part. */
export type Result = Omit<DoctorFinding, 'part'>;

/** Tries one part of the product for real. */
export interface Check {
  /** The part as findings name it, such as `Model`. */
  part: string;
  /**
   * Reports at least one result. `signal` aborts shortly before the deadline; results reported until the deadline stay.
   * May reject with what it does not foresee.
   */
  run(report: (result: Result) => void, signal: AbortSignal): Promise<void>;
}

export function ok(message: string): Result {
  return { level: 'ok', message, fix: null };
}

/** Something works less well than it could, or could not be tried. */
export function warning(message: string, fix: string): Result {
  return { level: 'warning', message, fix };
}

/** Something does not work. */
export function error(message: string, fix: string): Result {
  return { level: 'error', message, fix };
}

/** The words of a service with a full stop, if they have none. */
export function asSentence(words: string): string {
  const text = words.trim();
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/** A check with one result. */
export function checkOf(part: string, run: (signal: AbortSignal) => Promise<Result>): Check {
  return { part, run: async (report, signal) => report(await run(signal)) };
}
