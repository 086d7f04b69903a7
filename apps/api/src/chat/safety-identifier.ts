import { createHash } from 'node:crypto';

/** Stable identifier of a user for a model's operator; only this server can link it to the user. */
export function safetyIdentifier(secret: string, userId: string): string {
  return createHash('sha256').update(`${secret}:${userId}`).digest('hex');
}
