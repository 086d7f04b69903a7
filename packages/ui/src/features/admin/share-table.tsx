import type { ReactNode } from 'react';
import { countWords } from './figure-words.ts';

export interface Share {
  id: string;
  name: ReactNode;
  /** Says more about it, under its name. */
  note?: string;
  count: number;
}

const FILLS = { line: 'fill-line', danger: 'fill-danger' } as const;

interface ShareTableProps {
  /** What the rows are, and what is counted. */
  columns: [string, string];
  /** Most first. */
  shares: Share[];
  tone: keyof typeof FILLS;
}

/** A table whose rows also show their count as a bar, the longest of the first. */
export function ShareTable({ columns: [rows, counted], shares, tone }: ShareTableProps) {
  const most = Math.max(...shares.map(({ count }) => count));
  return (
    <table className="w-full table-fixed text-left">
      <thead className="text-sm text-muted">
        <tr className="border-b border-hairline">
          <th scope="col" className="py-2 font-medium">
            {rows}
          </th>
          <th scope="col" className="w-24 py-2 text-right font-medium">
            {counted}
          </th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ id, name, note, count }) => (
          <tr key={id} className="border-b border-hairline align-top">
            <th scope="row" className="py-2.5 font-normal wrap-anywhere">
              {name}
              {note !== undefined && <span className="block text-sm text-subtle">{note}</span>}
              <svg aria-hidden="true" className="mt-2 block h-1.5 w-full">
                <rect width={`${(count / most) * 100}%`} height="100%" rx="1.5" className={FILLS[tone]} />
              </svg>
            </th>
            <td className="py-2.5 text-right tabular-nums">{countWords(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
