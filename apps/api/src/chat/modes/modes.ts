import type { ModeId } from '@parley/core';
import { image } from './image.ts';
import { normal } from './normal.ts';
import type { RunMode } from './run-mode.ts';
import { thinking } from './thinking.ts';
import { webSearch } from './web-search.ts';

export const RUN_MODES = { normal, thinking, image, web_search: webSearch } satisfies Record<ModeId, RunMode>;
