import { ApiError } from './api-error.ts';

interface Kept {
  /** The request, serialized. */
  asked: string;
  status: number;
  body: string;
  expiresAt: number;
}

const LIFETIME_MS = 24 * 3_600_000;

/** Stores answers by idempotency key, so that a repeated call runs once. */
export class Idempotency {
  readonly kept = new Map<string, Kept>();

  /** Returns the stored answer, if any. Throws if the key was used for a different call. */
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
