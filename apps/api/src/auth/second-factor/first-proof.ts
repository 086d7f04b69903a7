import type { IdentityRecord, UserRecord } from '../../storage/storage.ts';

/** A user who has just proved their identity in one way: by their password or at a provider. */
export interface FirstProof {
  user: UserRecord;
  /** Names what proved it, and changes when that changes. */
  evidence: string;
  /** Whether it would still prove it. */
  isStillProven(): Promise<boolean>;
}

export function passwordEvidence(passwordHash: string): string {
  return `password ${passwordHash}`;
}

export function identityEvidence({ provider, subject }: Pick<IdentityRecord, 'provider' | 'subject'>): string {
  return `identity ${provider} ${subject}`;
}
