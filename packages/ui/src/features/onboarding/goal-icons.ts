import type { GoalId } from '@parley/core';
import {
  AutomationIcon,
  CreativityIcon,
  LearningIcon,
  ProductivityIcon,
  ResearchIcon,
  WritingIcon,
  type IconNode,
} from '../../kit/icons/icons.ts';

export const GOAL_ICONS: Record<GoalId, IconNode> = {
  productivity: ProductivityIcon,
  writing: WritingIcon,
  research: ResearchIcon,
  creativity: CreativityIcon,
  learning: LearningIcon,
  automation: AutomationIcon,
};
