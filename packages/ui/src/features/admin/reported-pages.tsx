import { inContext, REPORT_REASONS, type ReportedPage, t } from '@parley/core';
import { useCallback } from 'react';
import { Button } from '../../kit/controls/button.tsx';
import { usePolled } from '../../kit/hooks/use-polled.ts';
import { formatDate } from '../../kit/text/format/format-date.ts';
import { useClient } from '../../stores/client.ts';
import { problemText } from '../../stores/problem-text.ts';
import { countWords } from './figure-words.ts';
import { LONE_LINK } from './lone-link.ts';
import { NewestNote } from './newest-note.tsx';
import { ReportActionResult } from './report-action-result.tsx';
import { useReportAction } from './use-report-action.ts';

/** Shared pages that readers reported, without their words. The operator opens a page to read it. */
export function ReportedPages() {
  const { api } = useClient();
  const { value, error, retry } = usePolled(useCallback(async () => (await api.shares()).reports(), [api]));
  const { isBusy, result, run } = useReportAction(retry);
  const takeDown = ({ id }: ReportedPage) =>
    run(async () => (await api.shares()).takeDownReported(id), t`The page is taken down.`);
  const dismiss = ({ id }: ReportedPage) =>
    run(async () => (await api.shares()).dismissReports(id), t`The reports are dismissed. The page stays.`);

  if (value === null) {
    return error === null ? null : <p role="alert">{problemText(error)}</p>;
  }
  return (
    <div className="mb-6">
      <h3 className="font-medium">{t`Reported by readers`}</h3>
      {value.length === 0 ? (
        <p className="mt-1 text-muted">{t`No open reports.`}</p>
      ) : (
        <ul className="mt-1 divide-y divide-hairline">
          {value.map((page) => (
            <li key={page.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0 flex-1 basis-60">
                <p id={`reasons-${page.id}`}>
                  {page.reasons
                    .map(({ reason, count }) => `${REPORT_REASONS[reason] ?? reason}: ${countWords(count)}`)
                    .join(' · ')}
                </p>
                <p className="text-sm text-muted">
                  {t`Last on ${formatDate(page.reportedAt)}`}
                  {' · '}
                  {page.url === null ? (
                    t`Its address is unknown since the server’s secret changed`
                  ) : (
                    <a href={page.url} target="_blank" rel="noreferrer" className={LONE_LINK}>{t`Open the page`}</a>
                  )}
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                <Button
                  size="sm"
                  variant="quiet"
                  aria-describedby={`reasons-${page.id}`}
                  disabled={isBusy}
                  onClick={() => void dismiss(page)}
                >{inContext('a report')`Dismiss`}</Button>
                <Button
                  size="sm"
                  variant="outlined-danger"
                  aria-describedby={`reasons-${page.id}`}
                  disabled={isBusy}
                  onClick={() => void takeDown(page)}
                >{t`Take down`}</Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <NewestNote listed={value.length} />
      <ReportActionResult {...result} />
    </div>
  );
}
