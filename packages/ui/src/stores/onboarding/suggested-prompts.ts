import { isModeId, type SuggestedPrompt } from '@parley/core';
import { readStored, type KeyValueStorage } from '../storage/stored-json.ts';

/** Local storage key of a user's progress in the onboarding. */
export const onboardingKey = (userId: string): string => `onboarding:${userId}`;

/** Reads the first suggestions of an empty chat that are stored on this device. */
export function readPrompts(storage: KeyValueStorage, userId: string): SuggestedPrompt[] {
  const { prompts } = readStored(storage, onboardingKey(userId));
  return Array.isArray(prompts) ? prompts.filter(isPrompt) : [];
}

function isPrompt(value: Partial<SuggestedPrompt> | null): value is SuggestedPrompt {
  return isModeId(value?.mode) && typeof value?.text === 'string';
}
