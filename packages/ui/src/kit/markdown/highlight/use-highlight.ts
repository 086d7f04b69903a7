import { useEffect, useReducer, useRef, useState } from 'react';
import { runInSlices } from '../stream/time-sliced-queue.ts';
import type { BlockHighlight, Line } from './block-highlight.ts';
import { loadHighlight, startedHighlight } from './grammars.ts';

/** More lines than a frame brings are read between frames. */
const linesAtOnce = 48;

interface Held {
  language: string | undefined;
  block: BlockHighlight | undefined;
}

/**
 * The lines of a block of code with their colours, group by group; undefined for groups to be shown plain. A block that
 * grows is coloured at once; one that is there from the start when there is time.
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
  // Reading on is the same however often it is asked for, so it may happen while rendering.
  const done = block?.advance(groups, linesAtOnce) ?? true;
  useEffect(() => {
    latest.current = groups;
  });
  useEffect(() => {
    if (language === undefined || block) return;
    let cancel: (() => void) | undefined;
    let gone = false;
    void loadHighlight(language).then((start) => {
      if (!start || gone) return;
      cancel = runInSlices(() => {
        const started = start();
        started.advance(latest.current, linesAtOnce);
        setHeld({ language, block: started });
        return true;
      });
    });
    return () => {
      gone = true;
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
