import { t } from '../language/translate.ts';
import type { SuggestedPrompt } from '../api/account/onboarding.ts';

/** The prompts that an empty chat suggests to every user: one for each mode, in their order. */
export const STARTING_PROMPTS = [
  { mode: 'normal', text: t`Explain something I half understand, from the start` },
  { mode: 'thinking', text: t`Work through a decision with me, step by step` },
  { mode: 'image', text: t`Create a cover image for a small cookbook` },
  { mode: 'web_search', text: t`Find out what’s new this week in a field I follow` },
] as const satisfies readonly SuggestedPrompt[];
