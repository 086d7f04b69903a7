import { SCORE_RANGE, type ProductivityScore, t } from '@parley/core';
import { PART_COLORS, type ScorePart } from './part-colors.ts';

const WIDTH = 420;
const SCALE = 100;
const TICKS = [0, 25, 50, 75, SCORE_RANGE.max];
const GAP = 1.5;

const PARTS: ScorePart[] = ['base', 'goals', 'quiz', 'bonus'];

const x = (points: number) => (points / SCALE) * WIDTH;

/** The parts of a score stacked on one line, up to the total. */
export function ScoreChart({ score }: { score: ProductivityScore }) {
  const { total } = score;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 92`}
      role="img"
      aria-label={describe(score)}
      className="block h-auto w-full overflow-visible [direction:ltr] text-xs tabular-nums max-md:text-[15px]"
    >
      {PARTS.map((part, index) => {
        const start = sum(score, PARTS.slice(0, index));
        const end = Math.min(start + score[part], total);
        if (end <= start) return null;
        const width = x(end - start) - (end < total ? GAP : 0);
        return (
          <rect
            key={part}
            data-part={part}
            x={x(start)}
            y={34}
            width={width}
            height={28}
            className={`fill-(--part) ${PART_COLORS[part]}`}
          />
        );
      })}
      <line x1={0} x2={WIDTH} y1={68.5} y2={68.5} className="stroke-edge" />
      {TICKS.map((tick) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={68} y2={73} className="stroke-edge" />
          <text x={x(tick)} y={88} textAnchor={tick === 0 ? 'start' : 'middle'} className="fill-muted">
            {tick}
          </text>
        </g>
      ))}
      <g className="fill-ink">
        <rect x={x(total) - 1} y={20} width={2} height={48} rx={1} />
        <text x={x(total)} y={13} textAnchor="middle" className="fill-muted font-strong">{t`You`}</text>
      </g>
    </svg>
  );
}

function sum(score: ProductivityScore, parts: ScorePart[]): number {
  return parts.reduce((total, part) => total + score[part], 0);
}

function describe({ base, goals, quiz, bonus, total }: ProductivityScore): string {
  return t`Score ${total}: base ${base}, goals ${goals}, answers ${quiz}, bonus ${bonus}`;
}
