import { FEEDBACK_REASONS, MODES, REASON_WORDS, type FeedbackCount, type FeedbackNote, t } from '@parley/core';
import { useCallback } from 'react';
import { usePolled } from '../../kit/hooks/use-polled.ts';
import { formatDate } from '../../kit/text/format/format-date.ts';
import { useClient } from '../../stores/client.ts';
import { problemText } from '../../stores/problem-text.ts';
import { countWords } from './figure-words.ts';
import { NewestNote } from './newest-note.tsx';
import { SaidWords } from './said-words.tsx';
import { Section } from './section.tsx';
import { FigureTable } from './tables/figure-table.tsx';

type Origin = Pick<FeedbackCount, 'mode' | 'model' | 'version'>;

export const originWords = ({ mode, model, version }: Origin) =>
  [MODES.find(({ id }) => id === mode)?.label ?? mode, model, version].filter(Boolean).join(' · ');

/** What users think of replies: counts by mode, model and version, and what they sent along. */
export function FeedbackSection() {
  const { api } = useClient();
  const { value, error } = usePolled(useCallback(async () => (await api.feedback()).report(), [api]));
  const hasReports = value?.counts.some(({ reported }) => reported > 0) ?? false;
  return (
    <Section title={t`Ratings of replies`}>
      {value === null && error !== null && <p role="alert">{problemText(error)}</p>}
      {value?.counts.length === 0 && <p className="text-muted">{t`No ratings in the last 90 days.`}</p>}
      {value && value.counts.length > 0 && (
        <FigureTable
          isFixed
          columns={[t`In the last 90 days`, t`Good`, t`Bad`, ...(hasReports ? [t`Reported`] : [])]}
          rows={value.counts.map((count) => ({
            id: originWords(count),
            name: <CountName count={count} />,
            counts: [count.good, count.bad, ...(hasReports ? [count.reported] : [])].map(countWords),
          }))}
        />
      )}
      {value && value.notes.length > 0 && (
        <>
          <h3 className="mt-6 font-medium">{t`In their words`}</h3>
          <ul className="scrollbar-quiet mt-1 max-h-120 divide-y divide-hairline overflow-y-auto">
            {value.notes.map((note, index) => (
              <Note key={index} note={note} />
            ))}
          </ul>
          <NewestNote listed={value.notes.length} />
        </>
      )}
    </Section>
  );
}

/** The mode, model and version of rated replies, and what was wrong with them. */
function CountName({ count }: { count: FeedbackCount }) {
  const wrong = count.reasons.filter(({ bad }) => bad > 0);
  return (
    <>
      {originWords(count)}
      {wrong.length > 0 && (
        <span className="block text-sm text-subtle">
          {wrong.map(({ reason, bad }) => `${REASON_WORDS.bad[reason] ?? reason}: ${countWords(bad)}`).join(' · ')}
        </span>
      )}
    </>
  );
}

function Note({ note }: { note: FeedbackNote }) {
  const { rating, reasons, comment, question, reply, createdAt } = note;
  const named = FEEDBACK_REASONS.filter((reason) => reasons.includes(reason));
  const words = [rating === 'good' ? t`Good` : t`Bad`, ...named.map((reason) => REASON_WORDS[rating][reason])];
  return (
    <li className="py-3">
      <p className="text-sm text-muted">
        {words.join(' · ')} · <bdi>{originWords(note)}</bdi> · {formatDate(createdAt)}
      </p>
      <SaidWords comment={comment} question={question} reply={reply} />
    </li>
  );
}
