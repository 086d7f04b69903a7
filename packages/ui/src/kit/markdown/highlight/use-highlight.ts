import { useEffect, useReducer, useRef, useState } from 'react';
import { runInSlices } from '../stream/time-sliced-queue.ts';
import type { BlockHighlight, Line } from './block-highlight.ts';
import { loadHighlight, startedHighlight } from './grammars.ts';

/** Lines tokenized per slice: more than arrive per frame. */
const linesAtOnce = 48;

interface Held {
  language: string | undefined;
  block: BlockHighlight | undefined;
}

/**
 * Highlighted lines of a code block by group; undefined for groups to show plain. A growing block is highlighted at
 * once, one that is complete from the start through the time-sliced queue.
 */
export function useHighlight(
  language: string | undefined,
  groups: readonly string[],
  growing: boolean,
): readonly (readonly Line[] | undefined)[] {
  const [, showMore] = useReducer((count: number) => count + 1, 0);
  const latest = useRef(groups);
  const begin = (): Held => ({ language, block: growing ? startedHighlight(language) : undefined });
  const [held, setHeld] = useState(begin);
  if (held.language !== language) setHeld(begin());
  const { block } = held;
  // Advancing is idempotent, so it is safe during render.
  const done = block?.advance(groups, linesAtOnce) ?? true;
  useEffect(() => {
    latest.current = groups;
  });
  useEffect(() => {
    if (language === undefined || block) return;
    let cancel: (() => void) | undefined;
    let isCanceled = false;
    void loadHighlight(language).then((start) => {
      if (!start || isCanceled) return;
      cancel = runInSlices(() => {
        const started = start();
        started.advance(latest.current, linesAtOnce);
        setHeld({ language, block: started });
        return true;
      });
    });
    return () => {
      isCanceled = true;
      cancel?.();
    };
  }, [language, block]);
  useEffect(() => {
    if (done || !block) return;
    return runInSlices(() => {
      const all = block.advance(groups, linesAtOnce);
      if (all) showMore();
      return all;
    });
  }, [done, block, groups]);
  return block?.lines(groups) ?? [];
}
