import type { Usage } from '@parley/core';
import { useEffect, useState } from 'react';
import { useToday } from '../../../kit/hooks/use-today.ts';
import { formatRelativeTime } from '../../../kit/text/format-relative-time.ts';
import { useClient } from '../../../stores/client.ts';
import { Row } from '../row.tsx';

/** What the plan limits, and how much of it is used; nothing where it limits nothing but free messages. */
export function UsageLimits() {
  const { api } = useClient();
  const [usage, setUsage] = useState<Usage | null>(null);
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
  const { limits = [], periodEnd = '' } = usage ?? {};
  if (limits.length === 0) return null;
  return (
    <>
      {limits.map(({ name, used, limit }) => (
        <Row key={name} label={name}>
          <span className="tabular-nums">{limit === 0 ? 'Not included' : `${used} of ${limit}`}</span>
        </Row>
      ))}
      {limits.some(({ used }) => used > 0) && (
        <p className="pb-3 text-muted">Resets {formatRelativeTime(periodEnd, today)}.</p>
      )}
    </>
  );
}
