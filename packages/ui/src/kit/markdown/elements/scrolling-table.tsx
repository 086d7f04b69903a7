import { useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

interface ScrollingTableProps {
  /** Accessible name of the table's scroll area. */
  name: string;
  children: ReactNode;
}

/** A table that scrolls sideways when it is wider than the page; only then is it a tab stop. */
export function ScrollingTable({ name, children }: ScrollingTableProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const box = place.current;
    if (!box || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setScrolls(box.scrollWidth > box.clientWidth));
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, []);
  const reached = scrolls ? { role: 'region', tabIndex: 0, 'aria-label': name } : {};
  return (
    <div className="table wide">
      <div className="table__scroll" ref={place} {...reached}>
        <table dir="auto">{children}</table>
      </div>
    </div>
  );
}
