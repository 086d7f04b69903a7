import { t } from '@parley/core';
import type { ModerationFigures } from '@parley/core';
import { DailyFigure } from './days/daily-figure.tsx';
import type { Series } from './series.ts';
import { ShareTable } from './tables/share-table.tsx';

const SERIES: readonly Series<'flagged' | 'unchecked'>[] = [
  { key: 'flagged', label: t`Flagged`, tone: 'danger' },
  { key: 'unchecked', label: t`Not checked`, tone: 'line' },
];

/** What the check of questions found: by day and by category, without words or names. */
export function Moderation({ moderation: { days, categories } }: { moderation: ModerationFigures }) {
  return (
    <DailyFigure
      title={t`Checked questions`}
      days={days}
      series={SERIES}
      empty={t`No flagged questions in this period.`}
    >
      {categories.length > 0 && (
        <ShareTable
          columns={[t`Category`, t`Flagged`]}
          tone="danger"
          shares={categories.map(({ category, count }) => ({ id: category, name: nameOf(category), count }))}
        />
      )}
    </DailyFigure>
  );
}

/** `Self-harm: intent` for the service's `self-harm/intent`. */
function nameOf(category: string): string {
  return (category.charAt(0).toUpperCase() + category.slice(1)).replace('/', ': ');
}
