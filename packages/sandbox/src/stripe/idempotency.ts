import { ApiError } from './api-error.ts';

interface Kept {
  /** What was asked, as text. */
  asked: string;
  status: number;
  body: string;
  expiresAt: number;
}

const LIFETIME_MS = 24 * 3_600_000;

/** Answers by the key of the call, so that the same call twice does its work once. */
export class Idempotency {
  readonly kept = new Map<string, Kept>();

  /** The first answer, where there was one. Throws where the key was used for another call. */
  find(key: string, asked: string, now: number): Kept | null {
    const kept = this.kept.get(key);
    if (!kept || kept.expiresAt <= now) return null;
    if (kept.asked === asked) return kept;
    throw new ApiError(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { status: 400, type: 'idempotency_error' },
    );
  }

  keep(key: string, answer: Omit<Kept, 'expiresAt'>, now: number): void {
    this.kept.set(key, { ...answer, expiresAt: now + LIFETIME_MS });
  }
}
