import { Secret, TOTP } from 'otpauth';

const STEP_S = 30;
/** Steps by which the clock of the app's device may be off. */
const SKEW = 1;
/** As RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** What every authenticator app supports; some ignore any other choice. */
const totpOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: STEP_S });

/** A new key for an authenticator app, in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address with which an app adds the key, to be shown as a QR code. */
export function appUri(secret: string, issuer: string, label: string): string {
  const totp = totpOf(secret);
  totp.issuer = issuer;
  totp.label = label;
  return totp.toString();
}

/** A typed code without spaces and with ASCII digits, since Arabic and Japanese keyboards type their own. */
export function plainCode(typed: string): string {
  const plain = typed.normalize('NFKC').replaceAll(/\s/g, '');
  return plain.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16));
}

/** Whether a text has the form of an app's code. */
export function isAppCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

/** The time step that a code belongs to, of the current one and its neighbors; null for a wrong code. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: SKEW });
  return delta === null ? null : Math.floor(now / 1000 / STEP_S) + delta;
}
