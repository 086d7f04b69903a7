import type { ModeId } from '@parley/core';
import { NormalModeIcon, PictureIcon, ThinkingModeIcon, WebSearchIcon, type IconNode } from './icons.ts';

export const MODE_ICONS: Record<ModeId, IconNode> = {
  normal: NormalModeIcon,
  thinking: ThinkingModeIcon,
  image: PictureIcon,
  web_search: WebSearchIcon,
};
