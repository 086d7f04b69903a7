import type { OnboardingAnswers, OnboardingStepId } from '@parley/core';

/** A user's progress in the onboarding. */
export interface OnboardingRecord {
  step: OnboardingStepId;
  answers: OnboardingAnswers;
  /** When the onboarding was first closed or skipped; null before. */
  seenAt: number | null;
  /** When the account's only demo was claimed; null while it is available. */
  demoUsedAt: number | null;
}

export interface OnboardingStore {
  /** Null for a user who has not started. */
  find(userId: string): Promise<OnboardingRecord | null>;
  /**
   * Saves the given fields and returns the whole record. Missing fields keep their value or, in a new record, get the
   * initial one. The first `seenAt` stays. Throws `unauthorized` when the user is being deleted.
   */
  save(
    userId: string,
    change: Partial<Pick<OnboardingRecord, 'step' | 'answers' | 'seenAt'>>,
  ): Promise<OnboardingRecord>;
  /**
   * Claims the demo. Of any number of calls, concurrent or later, exactly one returns true until the demo is given
   * back.
   */
  claimDemo(userId: string, now: number): Promise<boolean>;
  /** Gives back the demo that was claimed at `claimedAt`. Ignores a claim made at another time. */
  giveDemoBack(userId: string, claimedAt: number): Promise<void>;
}
