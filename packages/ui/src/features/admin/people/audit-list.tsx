import { t } from '@parley/core';
import type { AuditResponse } from '@parley/core';
import { useEffect, useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { rich } from '../../../kit/text/rich.tsx';
import { useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { Section } from '../section.tsx';
import { refreshAudit, useAuditRefreshes } from './audit-refreshes.ts';
import { actionWords, detailWords, momentWords, outcomeWords } from './people-words.ts';

/** Who did what, newest first. */
export function AuditList() {
  const { api } = useClient();
  const refreshes = useAuditRefreshes();
  const [list, setList] = useState<Pick<AuditResponse, 'lines' | 'nextBefore'> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    void (async () => {
      try {
        const page = await (await api.server()).audit();
        if (!isCurrent) return;
        setList(page);
        setProblem(null);
      } catch (error) {
        if (isCurrent) setProblem(problemText(error));
      }
    })();
    return () => {
      isCurrent = false;
    };
  }, [api, refreshes]);

  const more = async (before: string) => {
    setBusy(true);
    try {
      const page = await (await api.server()).audit(before);
      // The list may have been read again meanwhile.
      setList((known) => (known?.nextBefore === before ? { ...page, lines: [...known.lines, ...page.lines] } : known));
      setProblem(null);
    } catch (error) {
      setProblem(problemText(error));
    }
    setBusy(false);
  };

  const { nextBefore } = list ?? { nextBefore: null };
  return (
    <Section title={t`What staff did`}>
      {list?.lines.length === 0 && <p className="text-muted">{t`Nothing yet.`}</p>}
      {list && list.lines.length > 0 && (
        <ol className="divide-y divide-hairline border-y border-hairline">
          {list.lines.map((line) => (
            <li key={line.id} className="py-2.5 wrap-anywhere">
              <p>
                {actionWords(line)}
                {line.person !== null && (
                  <>
                    : <bdi>{line.person}</bdi>
                  </>
                )}
                {outcomeWords(line) !== null && <span className="text-danger"> · {outcomeWords(line)}</span>}
              </p>
              <p className="text-sm text-muted">
                {rich`${(<bdi>{line.actor}</bdi>)}, ${(<time dateTime={line.at}>{momentWords(line.at)}</time>)}`}
                {detailWords(line) && ` · ${detailWords(line)}`}
              </p>
            </li>
          ))}
        </ol>
      )}
      {problem !== null && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {problem}
        </p>
      )}
      {list === null && problem !== null && (
        <Button variant="secondary" className="mt-4 max-md:min-h-11" onClick={refreshAudit}>{t`Try again`}</Button>
      )}
      {nextBefore !== null && (
        <Button
          variant="secondary"
          className="mt-4 max-md:min-h-11"
          disabled={isBusy}
          onClick={() => void more(nextBefore)}
        >{t`Show older`}</Button>
      )}
    </Section>
  );
}
