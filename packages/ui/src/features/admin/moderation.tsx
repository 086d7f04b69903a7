import { plural, t } from '@parley/core';
import type { ModerationFigures } from '@parley/core';
import { DailyFigure } from './days/daily-figure.tsx';
import { countWords } from './figure-words.ts';
import type { SummedSeries } from './series.ts';
import { ShareTable } from './tables/share-table.tsx';

const SERIES: readonly SummedSeries<'flagged' | 'unchecked'>[] = [
  {
    key: 'flagged',
    label: t`Flagged`,
    words: (count) => plural(count)`${countWords(count)} flagged|${countWords(count)} flagged`,
    tone: 'danger',
  },
  {
    key: 'unchecked',
    label: t`Not checked`,
    words: (count) => plural(count)`${countWords(count)} not checked|${countWords(count)} not checked`,
    tone: 'line',
  },
];

/** What the check of questions found: by day and by category, without words or names. */
export function Moderation({ moderation: { days, categories } }: { moderation: ModerationFigures }) {
  return (
    <DailyFigure
      title={t`Checked questions`}
      name={t`Checked questions per day`}
      tableName={t`: checked questions per day`}
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

const CATEGORIES: Record<string, string> = {
  harassment: t`Harassment`,
  'harassment/threatening': t`Harassment: threatening`,
  hate: t`Hate`,
  'hate/threatening': t`Hate: threatening`,
  illicit: t`Illicit`,
  'illicit/violent': t`Illicit: violent`,
  'self-harm': t`Self-harm`,
  'self-harm/intent': t`Self-harm: intent`,
  'self-harm/instructions': t`Self-harm: instructions`,
  sexual: t`Sexual`,
  'sexual/minors': t`Sexual: minors`,
  violence: t`Violence`,
  'violence/graphic': t`Violence: graphic`,
};

/** `Self-harm: intent` for the service's `self-harm/intent`. */
function nameOf(category: string): string {
  return CATEGORIES[category] ?? (category.charAt(0).toUpperCase() + category.slice(1)).replace('/', ': ');
}
