import { RESTORABLE_DAYS, type ImportSummary, t, plural } from '@parley/core';
import { useEffect, useState } from 'react';
import { Button } from '../../../kit/controls/button.tsx';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { ConfirmDialog } from '../../../kit/overlays/confirm-dialog.tsx';
import { formatDate } from '../../../kit/text/format/format-date.ts';
import { withCommas } from '../../../kit/text/format/with-commas.ts';
import { useChat, useClient } from '../../../stores/client.ts';
import { problemText } from '../../../stores/problem-text.ts';
import { useCall } from '../use-call.ts';
import { countConversations, format, nameOfSource } from './import-words.ts';

/** The user's earlier imports, each with a button to remove its conversations. */
export function ImportList() {
  const { api, platform } = useClient();
  const { productName } = platform.settings;
  const changeCount = useChat((chat) => chat.changeCount);
  const { isBusy, problem: failure, run } = useCall();
  const [imports, setImports] = useState<ImportSummary[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [confirming, setConfirming] = useState<ImportSummary | null>(null);
  const [result, setResult] = useState('');
  const today = useToday();
  useEffect(() => {
    let isCurrent = true;
    const reading = api.imports().then((calls) => calls.list());
    reading.then(
      (read) => {
        if (!isCurrent) return;
        setImports(read);
        setProblem(null);
      },
      (error: unknown) => {
        if (isCurrent) setProblem(problemText(error));
      },
    );
    return () => void (isCurrent = false);
  }, [api, changeCount]);

  const remove = async ({ importId, source }: ImportSummary) => {
    setResult('');
    await run(async () => {
      const count = await (await api.imports()).delete(importId, source);
      setImports(imports.filter((each) => each.importId !== importId || each.source !== source));
      setResult(
        plural(
          count,
        )`Deleted ${format(count)} conversation. You can restore it for ${RESTORABLE_DAYS} days.|Deleted ${format(count)} conversations. You can restore them for ${RESTORABLE_DAYS} days.`,
      );
    });
  };
  return (
    <>
      {imports.length > 0 && (
        <>
          <h3 className="mt-8 font-medium">{t`Earlier imports`}</h3>
          <ul className="mt-2 border-y border-hairline">
            {imports.map((each) => (
              <li
                key={`${each.importId} ${each.source}`}
                className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-hairline py-2 not-first:border-t"
              >
                <div className="min-w-0">
                  <p>{nameOfSource(each.source, productName)}</p>
                  <p className="text-sm text-muted">
                    {withCommas([formatDate(each.importedAt, { today }), countConversations(each.conversations)])}
                  </p>
                </div>
                <Button
                  variant="quiet-danger"
                  size="sm"
                  className="max-md:min-h-11"
                  aria-label={t`Remove the import from ${nameOfSource(each.source, productName)}`}
                  disabled={isBusy}
                  onClick={() => setConfirming(each)}
                >{t`Remove`}</Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
      {failure !== null && <ProblemLine>{failure}</ProblemLine>}
      <p role="status" className="mt-3 text-sm text-muted">
        {result}
      </p>
      {confirming && (
        <ConfirmDialog
          title={t`Remove this import`}
          message={plural(
            confirming.conversations,
          )`Are you sure you want to delete the ${format(confirming.conversations)} conversation of this import? What you wrote in it since goes too. You can restore it for ${RESTORABLE_DAYS} days.|Are you sure you want to delete the ${format(confirming.conversations)} conversations of this import? What you wrote in them since goes too. You can restore them for ${RESTORABLE_DAYS} days.`}
          confirmText={t`Remove`}
          onConfirm={() => void remove(confirming)}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  );
}
