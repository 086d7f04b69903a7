import type { GoalId } from '@parley/core';
import {
  AutomationIcon,
  CreativityIcon,
  LearningIcon,
  ProductivityIcon,
  ResearchIcon,
  WritingIcon,
  type LucideIcon,
} from '../../kit/icons/icons.ts';

export const GOAL_ICONS: Record<GoalId, LucideIcon> = {
  productivity: ProductivityIcon,
  writing: WritingIcon,
  research: ResearchIcon,
  creativity: CreativityIcon,
  learning: LearningIcon,
  automation: AutomationIcon,
};
