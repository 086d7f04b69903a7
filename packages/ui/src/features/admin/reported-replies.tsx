import { plural, REPLY_REPORT_REASONS, type ReplyReport, t } from '@parley/core';
import { useCallback } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import { usePolled } from '../../kit/hooks/use-polled.ts';
import { formatDate } from '../../kit/text/format/format-date.ts';
import { useClient } from '../../stores/client.ts';
import { problemText } from '../../stores/problem-text.ts';
import { originWords } from './feedback-section.tsx';
import { countWords } from './figure-words.ts';
import { NewestNote } from './newest-note.tsx';
import { ReportActionResult } from './report-action-result.tsx';
import { SaidWords } from './said-words.tsx';
import { Section } from './section.tsx';
import { useReportAction } from './use-report-action.ts';

/** Replies that users reported, for all staff. */
export function ReportedReplies() {
  const { api } = useClient();
  const { value, error, retry } = usePolled(useCallback(async () => (await api.feedback()).replyReports(), [api]));
  const { isBusy, result, run } = useReportAction(retry);
  const finish = ({ id }: ReplyReport) =>
    run(async () => (await api.feedback()).finishReport(id), t`The report is done.`);

  return (
    <Section title={t`Reported replies`}>
      {value === null && error !== null && <p role="alert">{problemText(error)}</p>}
      {value && (
        <p className="text-muted">
          {value.open === 0
            ? t`No open reports of replies.`
            : plural(value.open)`${countWords(value.open)} open report.|${countWords(value.open)} open reports.`}
          {value.reasons.length > 0 && (
            <span className="block text-sm text-subtle">
              {t`In the last 90 days: ${value.reasons
                .map(({ reason, count }) => `${REPLY_REPORT_REASONS[reason] ?? reason}: ${countWords(count)}`)
                .join(' · ')}`}
            </span>
          )}
        </p>
      )}
      {value && value.reports.length > 0 && (
        <ul className="scrollbar-quiet mt-1 max-h-120 divide-y divide-hairline overflow-y-auto">
          {value.reports.map((report) => (
            <li key={report.id} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <p id={`report-${report.id}`}>
                  {report.reasons.map((reason) => REPLY_REPORT_REASONS[reason] ?? reason).join(' · ')}
                </p>
                <p className="text-sm text-muted">
                  <bdi>{originWords(report)}</bdi> · {formatDate(report.createdAt)}
                </p>
                <SaidWords comment={report.comment} question={report.question} reply={report.reply} />
              </div>
              <Button
                size="sm"
                variant="secondary"
                aria-describedby={`report-${report.id}`}
                disabled={isBusy}
                onClick={() => void finish(report)}
              >{t`Mark as done`}</Button>
            </li>
          ))}
        </ul>
      )}
      <NewestNote listed={value?.reports.length ?? 0} />
      <ReportActionResult {...result} />
    </Section>
  );
}
