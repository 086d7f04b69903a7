import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { OnboardingActions, OnboardingState, OnboardingStore } from './onboarding-store.ts';

/** The onboarding store of the surrounding component. */
export const OnboardingContext = createContext<OnboardingStore | null>(null);

export function useOnboarding<T>(select: (onboarding: OnboardingState & OnboardingActions) => T): T {
  const store = use(OnboardingContext);
  if (!store) throw new Error('No onboarding above this component');
  return useStore(store, select);
}
