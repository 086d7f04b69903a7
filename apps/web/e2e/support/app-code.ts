import { Secret, TOTP } from 'otpauth';

/** The code that an authenticator app with this key shows now, or as many steps of 30 seconds later. */
export function appCode(secret: string, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
}
