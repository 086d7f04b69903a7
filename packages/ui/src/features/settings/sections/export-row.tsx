import { t } from '@parley/core';
import { Button } from '../../../kit/controls/button.tsx';
import { formatRelativeTime } from '../../../kit/text/format/format-relative-time.ts';
import { ProblemLine } from '../../../kit/notices/problem-line.tsx';
import { saveFile } from '../../../kit/text/save-file.ts';
import { useClient } from '../../../stores/client.ts';
import { useDelayed } from '../../../kit/hooks/use-delayed.ts';
import { PageLink, PATIENCE, PENDING, type PageLinks } from '../page-link.tsx';
import { Row } from '../row.tsx';
import type { AccountReading } from '../use-account.ts';
import { useCall } from '../use-call.ts';

interface ExportRowProps extends PageLinks {
  account: AccountReading;
  /** Called after an export, since the time of the next one may have changed. */
  onExported: () => Promise<void>;
}

/** Downloads everything in the account. The download continues when the dialog closes. */
export function ExportRow({ account, onExported, ...links }: ExportRowProps) {
  const { api, platform } = useClient();
  const { isBusy, problem, code, run } = useCall();
  const isLate = useDelayed(account.status !== 'ready', PATIENCE);
  const nextAt = account.status === 'ready' ? account.nextExportAt : null;
  const save = async () => {
    await run(async () => {
      const day = new Date().toISOString().slice(0, 10);
      saveFile(await (await api.account()).export(), `${platform.settings.productName} ${day}.zip`);
    });
    await onExported();
  };
  // A rate limit is shown as the time of the next possible export instead.
  const showsProblem = problem !== null && !(code === 'rate-limited' && nextAt !== null);
  const note = (
    <>
      <p role="status">{isBusy ? t`Preparing your download...` : words(nextAt)}</p>
      {showsProblem && <ProblemLine>{problem}</ProblemLine>}
    </>
  );
  // It asks for a code first.
  if (account.status === 'ready' && account.hasSecondFactor && nextAt === null) {
    return (
      <Row label={t`Your conversations and files`} note={words(nextAt)}>
        <PageLink page="export" name={t`Export your data`} {...links}>{t`Export`}</PageLink>
      </Row>
    );
  }
  return (
    <Row label={t`Your conversations and files`} note={note}>
      <Button
        variant="secondary"
        size="sm"
        className={`max-md:min-h-11 ${account.status !== 'ready' && !isLate ? PENDING : ''}`}
        disabled={isBusy || account.status !== 'ready' || nextAt !== null}
        onClick={() => void save()}
      >{t`Export`}</Button>
    </Row>
  );
}

function words(nextAt: string | null): string {
  if (nextAt === null) return t`Download everything, once a day`;
  return t`Exported. You can export again ${formatRelativeTime(nextAt, new Date())}.`;
}
