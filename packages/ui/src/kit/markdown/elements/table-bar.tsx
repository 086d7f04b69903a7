import type { ReactNode, RefObject } from 'react';
import { CopyButton } from './copy-button.tsx';
import { tableText } from './table-text.ts';
import { usePinnedHead } from './use-pinned-head.ts';
import './table-bar.css';

interface TableBarProps {
  /** The element around the table. */
  place: RefObject<HTMLElement | null>;
  /** Whether the table scrolls sideways. */
  scrolls: boolean;
}

/** The bar above a long table, which copies it. It and the table's head stay in view. */
export function TableBar({ place, scrolls }: TableBarProps): ReactNode {
  usePinnedHead(place, scrolls);
  return <CopyButton what="table" text={() => tableText(place.current)} />;
}
