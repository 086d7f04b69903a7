import { createHash } from 'node:crypto';

/** Names a person to a model's operator without naming them: always the same, and to be told by this server alone. */
export function safetyIdentifier(secret: string, userId: string): string {
  return createHash('sha256').update(`${secret}:${userId}`).digest('hex');
}
