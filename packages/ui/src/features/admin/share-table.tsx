import type { ReactNode } from 'react';
import { countWords } from './figure-words.ts';
import type { Series } from './series.ts';

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
export function ShareTable({ columns: [rows, counted], shares, tone }: ShareTableProps) {
  const most = Math.max(...shares.map(({ count }) => count));
  return (
    <table className="figure-table figure-table--shares">
      <thead>
        <tr>
          <th scope="col">{rows}</th>
          <th scope="col">{counted}</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ id, name, note, count }) => (
          <tr key={id}>
            <th scope="row" className="wrap-anywhere">
              {name}
              {note !== undefined && <span className="block text-sm text-subtle">{note}</span>}
              <svg aria-hidden="true" className="figure-table__bar">
                <rect width={`${(count / most) * 100}%`} height="100%" rx="1.5" className={`tone--${tone}`} />
              </svg>
            </th>
            <td>{countWords(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
