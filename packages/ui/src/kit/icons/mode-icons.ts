import type { ModeId } from '@parley/core';
import { NormalModeIcon, PictureIcon, ThinkingModeIcon, WebSearchIcon, type LucideIcon } from './icons.ts';

export const MODE_ICONS: Record<ModeId, LucideIcon> = {
  normal: NormalModeIcon,
  thinking: ThinkingModeIcon,
  image: PictureIcon,
  web_search: WebSearchIcon,
};
