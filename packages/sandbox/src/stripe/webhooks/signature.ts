import { createHmac } from 'node:crypto';
import type { StripeKnobs } from '../knobs.ts';

/** The `Stripe-Signature` header for this body, valid or invalid; null for none. */
export function signatureHeader(
  body: string,
  secret: string,
  { signature, signatureAgeS }: Pick<StripeKnobs, 'signature' | 'signatureAgeS'>,
  now: number,
): string | null {
  const time = Math.floor(now / 1000) - signatureAgeS;
  const sign = (key: string) => createHmac('sha256', key).update(`${time}.${body}`).digest('hex');
  switch (signature) {
    case 'absent':
      return null;
    case 'garbled':
      return 'no signature at all';
    case 'wrong-secret':
      return `t=${time},v1=${sign('whsec_of_somebody_else')}`;
    case 'rotated':
      return `t=${time},v1=${sign('whsec_the_new_one')},v1=${sign(secret)},v0=${'0'.repeat(64)}`;
    case 'good':
      return `t=${time},v1=${sign(secret)}`;
  }
}
