import type { ModeId } from '@parley/core';
import { image } from './image.ts';
import type { Mode } from './mode.ts';
import { normal } from './normal.ts';
import { thinking } from './thinking.ts';
import { webSearch } from './web-search.ts';

export const MODES_BY_ID: Record<ModeId, Mode> = { normal, thinking, image, web_search: webSearch };
