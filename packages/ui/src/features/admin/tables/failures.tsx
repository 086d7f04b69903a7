import { explainCode, isErrorCode, type FiguresResponse, t } from '@parley/core';
import { Section } from '../section.tsx';
import { ShareTable } from './share-table.tsx';

/** Counts failed replies by reason, with the message that users saw. */
export function Failures({ failures }: Pick<FiguresResponse, 'failures'>) {
  return (
    <Section title={t`Failed replies by cause`}>
      {failures.length === 0 ? (
        <p className="text-muted">{t`No failed replies in this period.`}</p>
      ) : (
        <ShareTable
          columns={[t`Cause`, t`Replies`]}
          tone="danger"
          shares={failures.map(({ code, count }) => ({
            id: code,
            name: <code className="font-mono text-sm">{code}</code>,
            ...(isErrorCode(code) && { note: explainCode(code) }),
            count,
          }))}
        />
      )}
    </Section>
  );
}
