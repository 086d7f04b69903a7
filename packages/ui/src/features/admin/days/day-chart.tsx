import { scaleBand, scaleLinear, scaleOrdinal } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { DayAxis } from './day-axis.tsx';
import { TONES, type DailyKey, type Day, type Series } from '../series.ts';
import { useWidth } from './use-width.ts';
import { LOCALE } from '../../../kit/text/format/locale.ts';

const HEIGHT = 176;
const TOP = 8;
/** Room for the day labels below the bars and the count labels beside them, in pixels. */
const BOTTOM = 24;
const LEAST_RIGHT = 40;
const LABEL_GAP = 8;
/** Pixels of one character of a count label. */
const CHARACTER = 8;
const MOST_LINES = 3;
const WIDEST_BAR = 36;
/** `1.2K`: there is little room beside the bars. */
const SHORT = new Intl.NumberFormat(LOCALE, { notation: 'compact' });

interface DayChartProps<Key extends DailyKey> {
  /** The chart's accessible name. */
  label: string;
  days: Day<Key>[];
  /** Stacked from the bottom up. */
  series: readonly Series<Key>[];
  /** Drawn as a dashed line across all days; null draws none. */
  level?: number | null;
  /** Short words for a count of the axis. */
  words?: (count: number) => string;
  chosen: string | null;
  /** The selected day; null when none is. */
  onChoose: (date: string | null) => void;
}

/** Bar chart with one bar per day, as wide as its container. Time goes to the right in every language. */
export function DayChart<Key extends DailyKey>({
  label,
  days,
  series,
  level = null,
  words = (count) => SHORT.format(count),
  chosen,
  onChoose,
}: DayChartProps<Key>) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const floor = HEIGHT - BOTTOM;
  const most = Math.max(1, level ?? 0, ...days.map((day) => series.reduce((sum, { key }) => sum + day[key], 0)));
  const y = scaleLinear({ domain: [0, most], range: [floor, TOP], nice: MOST_LINES });
  const counts = y.ticks(MOST_LINES);
  const longest = Math.max(...counts.map((count) => words(count).length));
  const plotWidth = Math.max(width - Math.max(LEAST_RIGHT, LABEL_GAP + longest * CHARACTER), 0);
  const x = scaleBand({ domain: days.map(({ date }) => date), range: [0, plotWidth], paddingInner: 0.25 });
  const tone = scaleOrdinal({
    domain: series.map(({ key }) => key),
    range: series.map((each) => TONES[each.tone].bar),
  });
  const barWidth = Math.min(x.bandwidth(), WIDEST_BAR);
  return (
    <div ref={ref} dir="ltr" className="min-w-0 overflow-hidden">
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={HEIGHT}
        className="block max-w-full select-none"
        onPointerLeave={() => onChoose(null)}
      >
        <DayAxis days={days} x={x} y={y} width={plotWidth} floor={floor} counts={counts} words={words} />
        <BarStack
          data={days}
          keys={series.map(({ key }) => key)}
          x={({ date }) => date}
          xScale={x}
          yScale={y}
          color={tone}
        >
          {(stacks) =>
            stacks.flatMap(({ key, bars }) =>
              bars
                .filter(({ height }) => height > 0)
                .map((bar) => (
                  <rect
                    key={`${key} ${bar.index}`}
                    x={bar.x + (bar.width - barWidth) / 2}
                    // One pixel of background between stacked segments.
                    y={bar.y + (bar.y + bar.height < floor ? -1 : 0)}
                    width={barWidth}
                    height={bar.height}
                    rx={Math.min(1.5, barWidth / 2)}
                    className={bar.color}
                  />
                )),
            )
          }
        </BarStack>
        {level !== null && (
          <line
            x1={0}
            x2={plotWidth}
            y1={y(level)}
            y2={y(level)}
            strokeWidth={1.5}
            strokeDasharray="5 4"
            data-level
            className="stroke-ink"
          />
        )}
        {days.map(({ date }) => (
          <rect
            key={date}
            x={(x(date) ?? 0) - (x.step() - x.bandwidth()) / 2}
            y={0}
            width={x.step()}
            height={floor}
            data-day={date}
            className={date === chosen ? 'fill-ink/8' : 'fill-transparent'}
            onPointerEnter={() => onChoose(date)}
          />
        ))}
      </svg>
    </div>
  );
}
