import type { GoalId } from './onboarding.ts';

/** Milliseconds before the next success story, and before the next feature. */
export const STORY_MS = 4_000;
export const FEATURE_MS = 3_000;

/** Made-up people who use the product. They must be marked as examples wherever they are shown. */
export const SUCCESS_STORIES = [
  {
    id: 'newsletter',
    goal: 'writing',
    person: 'Mira',
    role: 'writes a weekly newsletter',
    text: 'She dictates loose notes, asks for three openings and keeps the one that sounds like her. What took an evening takes an hour.',
  },
  {
    id: 'bakery',
    goal: 'automation',
    person: 'Tomás',
    role: 'runs a small bakery',
    text: 'He pastes the week’s orders and gets a shopping list and a baking plan in the same form every time.',
  },
  {
    id: 'exam',
    goal: 'learning',
    person: 'Aiko',
    role: 'studies beside work',
    text: 'She has every chapter explained in plain words, then lets herself be tested until nothing is left to guess.',
  },
  {
    id: 'grant',
    goal: 'research',
    person: 'Daniel',
    role: 'applies for grants',
    text: 'He searches the web from the chat and opens each source beside the answer before he quotes it.',
  },
] as const satisfies readonly { id: string; goal: GoalId; person: string; role: string; text: string }[];

/** The product's features, as the onboarding shows them. */
export const ONBOARDING_FEATURES = [
  {
    id: 'thinking',
    title: 'Intelligent problem solving',
    text: 'Thinking mode works through hard questions step by step, and shows its reasoning.',
  },
  { id: 'search', title: 'Real-time web search', text: 'Answers about today, with every source listed by name.' },
  {
    id: 'image',
    title: 'AI image generation',
    text: 'Describe a picture in plain words, refine it, save it as a file.',
  },
  {
    id: 'private',
    title: 'Secure and private',
    text: 'Your conversations belong to your account. Export or delete them whenever you like.',
  },
  { id: 'fast', title: 'Lightning fast', text: 'The first words appear at once, and typing stays smooth.' },
  {
    id: 'everywhere',
    title: 'Cross-platform',
    text: 'Start on the web, continue on the desktop. Everything stays in step.',
  },
] as const;
