import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { linesPerGroup } from '../stream/open-code.ts';

/** A finished block with more lines than this is folded. */
const mostLines = 400;
const groupsShown = 200 / linesPerGroup;

interface CodeFold {
  pre: RefObject<HTMLPreElement | null>;
  /** The groups to render. */
  shown: readonly string[];
  /** Number of lines in the whole block. */
  lines: number;
  /** Undefined if there is nothing to fold. */
  fold: { folded: boolean; toggle: () => void } | undefined;
}

/** Folds a long code block, unless its reader is looking at lines that would be hidden. */
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

/**
 * Whether the lines to fold are in view with more than one screen below them, which means that the reader does not
 * follow the end.
 */
function isReadBeyond(pre: HTMLPreElement | null): boolean {
  const first = pre?.querySelectorAll('.code__lines')[groupsShown];
  if (!pre || !first) return false;
  const { innerHeight } = window;
  return first.getBoundingClientRect().top < innerHeight && pre.getBoundingClientRect().bottom > 2 * innerHeight;
}
