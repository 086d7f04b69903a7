import type { ReactNode } from 'react';
import { ScrollBox } from './scroll-box.tsx';

interface FigureTableProps {
  columns: string[];
  rows: { id: string; name: ReactNode; counts: string[] }[];
  /** The counts take only as much room as they need. */
  isFixed?: boolean;
  /** A box around it scrolls. */
  isInBox?: boolean;
}

/** Table of names with their counts. Its head stays in view while its container scrolls. */
export function FigureTable({
  columns: [named, ...counted],
  rows,
  isFixed = false,
  isInBox = false,
}: FigureTableProps) {
  const count = `py-2 ps-4 text-end align-top ${isFixed ? 'w-16 md:w-24' : 'pe-3 last:pe-0'}`;
  const table = (
    <table className="w-full tabular-nums">
      <thead className="sticky top-0 bg-surface text-sm break-keep text-muted">
        <tr>
          <th scope="col" className="py-2 text-start font-medium">
            {named}
          </th>
          {counted.map((column) => (
            <th key={column} scope="col" className={`font-medium ${count}`}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, counts }) => (
          <tr key={id} className="border-t border-hairline">
            <th scope="row" className="min-w-24 py-2 text-start align-top font-normal wrap-anywhere">
              {name}
            </th>
            {counts.map((each, index) => (
              <td key={counted[index]} className={`whitespace-nowrap ${count}`}>
                {each}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return isInBox ? table : <ScrollBox label={[named, ...counted].join(', ')}>{table}</ScrollBox>;
}
