import type { ReactNode } from 'react';

/** Text with its matches marked. `marks` holds [start, end] pairs in UTF-16 units, in order. */
export function Marked({ text, marks }: { text: string; marks: [number, number][] }) {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of marks) {
    parts.push(
      text.slice(from, start),
      <mark key={start} className="-mx-0.5 rounded-[3px] bg-mark px-0.5 py-px text-ink">
        {text.slice(start, end)}
      </mark>,
    );
    from = end;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}
