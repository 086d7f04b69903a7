import { dayWords } from '../figure-words.ts';

/** Pixels that a day label takes. */
const LABEL_WIDTH = 64;

/** A label in Arabic is written from the right. */
const OWN_DIRECTION = '[unicode-bidi:plaintext]';

interface DayAxisProps {
  days: { date: string }[];
  x: { (date: string): number | undefined; step(): number; bandwidth(): number };
  y: (count: number) => number;
  /** Right edge of the bars and their baseline, in pixels. */
  width: number;
  floor: number;
  /** The counts that get a grid line. */
  counts: number[];
  words: (count: number) => string;
}

/** Grid lines labeled with their counts, and day labels below the bars, placed from the last day backward. */
export function DayAxis({ days, x, y, width, floor, counts, words }: DayAxisProps) {
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / x.step()));
  const named = days.filter(
    ({ date }, index) => (days.length - 1 - index) % every === 0 && middle(date) >= LABEL_WIDTH / 2,
  );
  function middle(date: string): number {
    return (x(date) ?? 0) + x.bandwidth() / 2;
  }
  return (
    <g className="fill-subtle text-xs tabular-nums">
      {counts.filter(Number.isInteger).map((count) => (
        <g key={count}>
          <line x1={0} x2={width} y1={y(count)} y2={y(count)} shapeRendering="crispEdges" className="stroke-hairline" />
          <text x={width + 8} y={y(count)} dy="0.35em" className={OWN_DIRECTION}>
            {words(count)}
          </text>
        </g>
      ))}
      {named.map(({ date }) => (
        <text key={date} x={middle(date)} y={floor + 18} textAnchor="middle" className={OWN_DIRECTION}>
          {dayWords(date)}
        </text>
      ))}
    </g>
  );
}
