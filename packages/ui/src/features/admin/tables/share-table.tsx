import type { ReactNode } from 'react';
import { countWords } from '../figure-words.ts';
import { FigureTable } from './figure-table.tsx';
import { TONES, type Series } from '../series.ts';

export interface Share {
  id: string;
  name: ReactNode;
  /** Explanation below the name. */
  note?: string;
  count: number;
}

interface ShareTableProps {
  /** Column headings: what the rows are and what is counted. */
  columns: [string, string];
  /** Largest count first. */
  shares: Share[];
  tone: Series['tone'];
}

/** Table that also shows each row's count as a bar, scaled to the first row. */
export function ShareTable({ columns, shares, tone }: ShareTableProps) {
  const most = Math.max(...shares.map(({ count }) => count));
  return (
    <FigureTable
      isFixed
      columns={columns}
      rows={shares.map(({ id, name, note, count }) => ({
        id,
        name: (
          <>
            {name}
            {note !== undefined && <span className="block text-sm text-subtle">{note}</span>}
            <svg aria-hidden="true" className="mt-2 block h-1.5 w-full mirrored">
              <rect width={`${(count / most) * 100}%`} height="100%" rx="1.5" className={TONES[tone].bar} />
            </svg>
          </>
        ),
        counts: [countWords(count)],
      }))}
    />
  );
}
