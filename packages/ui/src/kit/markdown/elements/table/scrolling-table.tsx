import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../../lazy/lazy-part.tsx';
import './scrolling-table.css';

const TableBar = lazyPart(
  'table',
  async () => (await import('./table-bar.tsx')).TableBar,
  () => null,
);

interface ScrollingTableProps {
  /** Accessible name of the table's scroll area. */
  name: string;
  children: ReactNode;
}

/** A table that scrolls sideways when it is wider than the page; only then is it a tab stop. */
export function ScrollingTable({ name, children }: ScrollingTableProps): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  const [more, setMore] = useState('');
  const measure = (): void => {
    const box = place.current;
    if (!box) return;
    const beyond = box.scrollWidth - box.clientWidth;
    setScrolls(beyond > 0);
    // In a right-to-left table, `scrollLeft` counts down from 0.
    setMore(beyond - Math.abs(box.scrollLeft) > 1 ? ` has-more-${getComputedStyle(box).direction}` : '');
  };
  useLayoutEffect(() => {
    const box = place.current;
    if (!box || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    if (box.firstElementChild) observer.observe(box.firstElementChild);
    return () => observer.disconnect();
  }, []);
  const reached = scrolls ? { role: 'region', tabIndex: 0, 'aria-label': name } : {};
  const look = `${scrolls ? ' is-scrolling' : ''}${more}`;
  return (
    <div className={`table wide${look}`}>
      <div className="table__bar">
        <Suspense>
          <TableBar place={place} scrolls={scrolls} />
        </Suspense>
      </div>
      <div className="table__scroll" dir="auto" ref={place} onScroll={measure} {...reached}>
        <table>{children}</table>
      </div>
    </div>
  );
}
