import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Long enough for one check, whose clock is that of the server or nearly. */
const VALID_MS = 120_000;

/** Lets only those who know the server's secret ask it for the test stream. */
export interface StreamTokens {
  create(): string;
  isValid(token: string): boolean;
}

export function createStreamTokens(secret: string, now: () => number = Date.now): StreamTokens {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'test streams of the doctor', 32));
  const sign = (until: string) => createHmac('sha256', key).update(until).digest('base64url');
  return {
    create() {
      const until = String(now() + VALID_MS);
      return `${until}.${sign(until)}`;
    },
    isValid(token) {
      const [until = '', signature = ''] = token.split('.');
      const expected = Buffer.from(sign(until));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected) && Number(until) > now();
    },
  };
}
