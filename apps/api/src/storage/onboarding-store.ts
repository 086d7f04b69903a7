import type { OnboardingAnswers, OnboardingStepId } from '@parley/core';

/** How far a user has come in the onboarding. */
export interface OnboardingRecord {
  step: OnboardingStepId;
  answers: OnboardingAnswers;
  /** When it was first closed or skipped; null before. */
  seenAt: number | null;
  /** When the one demo of the account was claimed; null while it is left. */
  demoUsedAt: number | null;
}

export interface OnboardingStore {
  /** Null for a user who has not begun. */
  find(userId: string): Promise<OnboardingRecord | null>;
  /**
   * Keeps what is given, leaves the rest as it is or, at first, at the beginning, and returns it all. The first `seenAt`
   * stays. Throws `unauthorized` when the user is being deleted.
   */
  save(
    userId: string,
    change: Partial<Pick<OnboardingRecord, 'step' | 'answers' | 'seenAt'>>,
  ): Promise<OnboardingRecord>;
  /** Claims the demo. Of any number of calls, at once or later, exactly one gets true until it is given back. */
  claimDemo(userId: string, now: number): Promise<boolean>;
  /** Gives back the demo that was claimed at this time; one that was claimed at another stays so. */
  giveDemoBack(userId: string, claimedAt: number): Promise<void>;
}
