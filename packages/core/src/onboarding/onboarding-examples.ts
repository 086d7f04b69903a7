import { t } from '../language/translate.ts';
import type { GoalId } from './onboarding.ts';

/** Milliseconds before the next success story, and before the next feature. */
export const STORY_MS = 4_000;
export const FEATURE_MS = 3_000;

/**
 * Made-up people who use the product. They must be marked as examples wherever they are shown. `name` and `role`
 * contain the person.
 */
export const SUCCESS_STORIES = [
  {
    id: 'newsletter',
    goal: 'writing',
    person: t`Mira`,
    name: t`Mira, who writes a weekly newsletter`,
    role: t`Mira writes a weekly newsletter`,
    text: t`She dictates rough notes, asks for three openings and keeps the one that sounds like her. What took an evening now takes an hour.`,
  },
  {
    id: 'bakery',
    goal: 'automation',
    person: t`Tomás`,
    name: t`Tomás, who runs a small bakery`,
    role: t`Tomás runs a small bakery`,
    text: t`He pastes in the week’s orders and gets a shopping list and a baking plan, in the same format every time.`,
  },
  {
    id: 'exam',
    goal: 'learning',
    person: t`Aiko`,
    name: t`Aiko, who studies while working`,
    role: t`Aiko studies while working`,
    text: t`She gets every chapter explained in plain words, then quizzes herself until it sticks.`,
  },
  {
    id: 'grant',
    goal: 'research',
    person: t`Daniel`,
    name: t`Daniel, who applies for grants`,
    role: t`Daniel applies for grants`,
    text: t`He searches the web from the chat and checks each source before he quotes it.`,
  },
] as const satisfies readonly { id: string; goal: GoalId; person: string; name: string; role: string; text: string }[];

/** The product's features, as the onboarding shows them. */
export const ONBOARDING_FEATURES = [
  {
    id: 'thinking',
    title: t`Intelligent problem solving`,
    text: t`Thinking mode works through hard questions step by step and shows its reasoning.`,
  },
  { id: 'search', title: t`Real-time web search`, text: t`Up-to-date answers, with every source listed.` },
  {
    id: 'image',
    title: t`AI image generation`,
    text: t`Describe an image in plain words, refine it and save it.`,
  },
  {
    id: 'private',
    title: t`Secure and private`,
    text: t`Your conversations are yours. Export or delete them whenever you like.`,
  },
  { id: 'fast', title: t`Lightning fast`, text: t`Answers start right away, and typing stays smooth.` },
  {
    id: 'everywhere',
    title: t`Cross-platform`,
    text: t`Start on the web and continue on your desktop. Everything stays in sync.`,
  },
] as const;
