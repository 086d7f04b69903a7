import { t } from '@parley/core';
import type { OwnUsage } from '@parley/core';
import { useEffect, useState } from 'react';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { formatRelativeTime } from '../../../kit/text/format/format-relative-time.ts';
import { formatMoney } from '../../../kit/text/format/format-money.ts';
import { useClient } from '../../../stores/client.ts';
import { Row } from '../row.tsx';

/** The plan's limits and how much of each is used. Renders nothing if it limits only free messages. */
export function UsageLimits() {
  const { api } = useClient();
  const [usage, setUsage] = useState<OwnUsage | null>(null);
  const today = useToday();
  useEffect(() => {
    let isLeft = false;
    api.usage().then(
      (read) => {
        if (!isLeft) setUsage(read);
      },
      // The rest of the section stands without it.
      () => {},
    );
    return () => {
      isLeft = true;
    };
  }, [api]);
  const { limits = [], periodEnd = '', cost } = usage ?? {};
  return (
    <>
      {limits.map(({ name, used, limit }) => (
        <Row key={name} label={name}>
          <span className="tabular-nums">{limit === 0 ? t`Not included` : t`${used} of ${limit}`}</span>
        </Row>
      ))}
      {limits.some(({ used }) => used > 0) && (
        <p className="pb-3 text-muted">{t`Resets ${formatRelativeTime(periodEnd, today)}.`}</p>
      )}
      {cost && (
        <>
          <Row label={t`AI costs today`}>
            <span className="tabular-nums">{t`${dollarWords(cost.dollars)} of ${dollarWords(cost.most)}`}</span>
          </Row>
          {cost.dollars > 0 && (
            <p className="pb-3 text-muted">{t`AI costs reset ${formatRelativeTime(cost.resetsAt, today)}.`}</p>
          )}
        </>
      )}
    </>
  );
}

/** Less than a cent is not zero. */
function dollarWords(dollars: number): string {
  return dollars > 0 && dollars < 0.01
    ? t`Less than ${formatMoney(1, 'USD')}`
    : formatMoney(Math.round(dollars * 100), 'USD');
}
