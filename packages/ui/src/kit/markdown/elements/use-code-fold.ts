import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { linesPerGroup } from '../stream/open-code.ts';

/** A block of more lines than this is folded to its beginning once it is finished. */
const mostLines = 400;
const groupsShown = 200 / linesPerGroup;

interface CodeFold {
  pre: RefObject<HTMLPreElement | null>;
  /** The groups to draw. */
  shown: readonly string[];
  /** Lines of the whole block. */
  lines: number;
  /** Undefined while there is nothing to fold. */
  fold: { folded: boolean; toggle: () => void } | undefined;
}

/** Folds a long code block, unless its reader has the lines on screen that would be hidden. */
export function useCodeFold(groups: readonly string[], growing: boolean): CodeFold {
  const pre = useRef<HTMLPreElement>(null);
  const lines = (groups.length - 1) * linesPerGroup + (groups.at(-1)?.split('\n').length ?? 0);
  const foldable = !growing && lines > mostLines;
  const [folded, setFolded] = useState(foldable);
  const grew = useRef(growing);
  useLayoutEffect(() => {
    if (growing) grew.current = true;
    if (!foldable || !grew.current) return;
    grew.current = false;
    setFolded(!isReadBeyond(pre.current));
  }, [growing, foldable]);
  const toggle = (): void => {
    setFolded(!folded);
    if (!folded) pre.current?.scrollIntoView({ block: 'nearest' });
  };
  return {
    pre,
    shown: foldable && folded ? groups.slice(0, groupsShown) : groups,
    lines,
    fold: foldable ? { folded, toggle } : undefined,
  };
}

/** Whether the lines to fold are in view with more than a screen of them below, where no reader follows the end. */
function isReadBeyond(pre: HTMLPreElement | null): boolean {
  const first = pre?.querySelectorAll('.code__lines')[groupsShown];
  if (!pre || !first) return false;
  const { innerHeight } = window;
  return first.getBoundingClientRect().top < innerHeight && pre.getBoundingClientRect().bottom > 2 * innerHeight;
}
