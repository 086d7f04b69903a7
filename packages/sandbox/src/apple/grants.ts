import { randomBytes } from 'node:crypto';

/** The consent behind a code or a refresh token. */
export interface Grant {
  subject: string;
  redirectUri: string;
  nonce: string | null;
}

const CODE_LIFETIME_MS = 5 * 60_000;

/** Stores codes, valid once within five minutes, and refresh tokens, valid until revoked. */
export class Grants {
  readonly #codes = new Map<string, Grant & { expiresAt: number }>();
  readonly #refreshTokens = new Map<string, Grant>();

  newCode(grant: Grant, now: number): string {
    const code = `c${randomBytes(24).toString('hex')}.0.sandbox`;
    this.#codes.set(code, { ...grant, expiresAt: now + CODE_LIFETIME_MS });
    return code;
  }

  /** Returns the grant for the code and invalidates the code. */
  takeCode(code: string, now: number): Grant | null {
    const grant = this.#codes.get(code);
    this.#codes.delete(code);
    return grant && grant.expiresAt > now ? grant : null;
  }

  newRefreshToken(grant: Grant): string {
    const token = `r${randomBytes(24).toString('hex')}.0.sandbox`;
    this.#refreshTokens.set(token, grant);
    return token;
  }

  refreshToken(token: string): Grant | null {
    return this.#refreshTokens.get(token) ?? null;
  }

  /** Revokes every code and refresh token of a person. */
  revoke(subject: string): void {
    for (const grants of [this.#codes, this.#refreshTokens]) {
      for (const [key, grant] of grants) if (grant.subject === subject) grants.delete(key);
    }
  }

  clear(): void {
    this.#codes.clear();
    this.#refreshTokens.clear();
  }
}
