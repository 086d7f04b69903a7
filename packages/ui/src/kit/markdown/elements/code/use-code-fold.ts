import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useFold } from '../../../hooks/use-fold.ts';
import { linesPerGroup } from '../../stream/open-code.ts';

/** A finished block with more lines than this is folded. */
const mostLines = 60;
/** The style sheet shows only the first lines of these. */
const groupsShown = 1;
/** Pixels below the view in which the end still counts as followed. */
const NEAR_END = 150;

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
  const [isOpen, setOpen] = useFold(!foldable);
  const folded = !isOpen;
  const grew = useRef(growing);
  useLayoutEffect(() => {
    if (growing) grew.current = true;
    if (!foldable || !grew.current) return;
    grew.current = false;
    setOpen(isReadBeyond(pre.current));
  }, [growing, foldable, setOpen]);
  const toggle = (): void => {
    setOpen(folded);
    if (!folded) pre.current?.scrollIntoView({ block: 'nearest' });
  };
  return {
    pre,
    shown: foldable && folded ? groups.slice(0, groupsShown) : groups,
    lines,
    fold: foldable ? { folded, toggle } : undefined,
  };
}

/** Whether lines to fold are in view but not the end of the block, which a reader who follows it would see. */
function isReadBeyond(pre: HTMLPreElement | null): boolean {
  const first = pre?.querySelectorAll('.code__lines')[groupsShown];
  if (!pre || !first) return false;
  const { innerHeight } = window;
  return first.getBoundingClientRect().top < innerHeight && pre.getBoundingClientRect().bottom > innerHeight + NEAR_END;
}
