import type { ModeId } from '@parley/core';
import { Globe, Image, Lightbulb, MessageSquare, type LucideIcon } from 'lucide-react';

export const MODE_ICONS: Record<ModeId, LucideIcon> = {
  normal: MessageSquare,
  thinking: Lightbulb,
  image: Image,
  web_search: Globe,
};
