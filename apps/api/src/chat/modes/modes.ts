import type { ModeId } from '@parley/core';
import { normal } from './normal.ts';
import type { RunMode } from './run-mode.ts';
import { thinking } from './thinking.ts';

export const RUN_MODES = { normal, thinking } satisfies Record<ModeId, RunMode>;
