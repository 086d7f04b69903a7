import type { IdentityRecord, UserRecord } from '../../storage/storage.ts';

/** A user who has just proved their identity in one way: by their password or at a provider. */
export interface FirstProof {
  user: UserRecord;
  /** Identifies the proof, and changes when the password or identity behind it changes. */
  evidence: string;
  /** Whether the proof still holds. */
  isStillProven(): Promise<boolean>;
}

export function passwordEvidence(passwordHash: string): string {
  return `password ${passwordHash}`;
}

export function identityEvidence({ provider, subject }: Pick<IdentityRecord, 'provider' | 'subject'>): string {
  return `identity ${provider} ${subject}`;
}
