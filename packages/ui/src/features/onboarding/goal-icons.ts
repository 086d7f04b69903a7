import type { GoalId } from '@parley/core';
import { GraduationCap, Library, ListChecks, Palette, PenLine, Workflow, type LucideIcon } from 'lucide-react';

export const GOAL_ICONS: Record<GoalId, LucideIcon> = {
  productivity: ListChecks,
  writing: PenLine,
  research: Library,
  creativity: Palette,
  learning: GraduationCap,
  automation: Workflow,
};
