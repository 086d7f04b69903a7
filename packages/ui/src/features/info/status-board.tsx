import { plural, STATUS_PARTS, t } from '@parley/core';
import type { Health, MinuteHealth, StatusPart } from '@parley/core';
import { useCallback } from 'react';
import { usePolled } from '../../kit/hooks/use-polled.ts';
import { LOCALE } from '../../kit/text/format/locale.ts';
import { useClient } from '../../stores/client.ts';

const LIST = new Intl.ListFormat(LOCALE, { type: 'unit' });
const WORDS: Record<Health, string> = { operational: t`Operational`, degraded: t`Degraded`, down: t`Down` };
const COLORS: Record<Health, string> = {
  operational: 'text-success',
  degraded: 'text-warning',
  down: 'text-danger',
};
/** Heights differ too, so that color is not the only signal. */
const STROKES: Record<MinuteHealth, string> = {
  operational: 'h-full bg-success',
  degraded: 'h-2/3 bg-warning',
  down: 'h-1/3 bg-danger',
  none: 'h-[3px] bg-edge',
};

/** The health of each part of the product over the last hour. */
export function StatusBoard() {
  const { api } = useClient();
  const { value: parts, error } = usePolled(useCallback(() => api.status(), [api]));
  return (
    <div className="mt-8">
      <p role="status" className="text-body font-medium">
        {error !== null ? t`Can’t reach the API. Retrying…` : parts && summary(parts)}
      </p>
      <ul className="mt-4 border-t border-hairline">
        {error === null && parts?.map((part) => <Part key={part.id} part={part} />)}
      </ul>
    </div>
  );
}

function summary(parts: StatusPart[]): string {
  const bad = parts.filter(({ status }) => status !== null && status !== 'operational');
  if (bad.length > 0) return t`Having problems: ${LIST.format(bad.map(labelOf))}.`;
  return parts.some(({ status }) => status !== null) ? t`All systems operational.` : t`No measurements yet.`;
}

/** The name of a part; the server names parts that this client does not know. */
function labelOf({ id, label }: StatusPart): string {
  return STATUS_PARTS.find((part) => part.id === id)?.label ?? label;
}

function Part({ part }: { part: StatusPart }) {
  const { status, reason, lastHour } = part;
  return (
    <li className="border-b border-hairline py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-[1.0625rem]/6 font-strong">{labelOf(part)}</h2>
        <p className={`font-medium ${status ? COLORS[status] : 'text-subtle'}`}>
          {status ? WORDS[status] : t`No measurements yet`}
        </p>
      </div>
      {reason !== undefined && <p className="mt-1 text-note text-muted">{reason}</p>}
      <div role="img" aria-label={describe(lastHour)} className="mt-3 flex h-7 items-end gap-0.5">
        {lastHour.map((minute, index) => (
          <span key={index} className={`grow rounded-[1px] ${STROKES[minute]}`} />
        ))}
      </div>
      <p aria-hidden="true" className="mt-1.5 flex justify-between text-xs text-subtle">
        <span>{t`60 minutes ago`}</span>
        <span>{t`now`}</span>
      </p>
    </li>
  );
}

function describe(lastHour: MinuteHealth[]): string {
  const count = (health: Health) => lastHour.filter((minute) => minute === health).length;
  const [up, slow, down] = [count('operational'), count('degraded'), count('down')];
  const counts = [
    up > 0 && plural(up)`${up} minute operational|${up} minutes operational`,
    slow > 0 && plural(slow)`${slow} minute degraded|${slow} minutes degraded`,
    down > 0 && plural(down)`${down} minute down|${down} minutes down`,
  ].filter((words) => words !== false);
  return counts.length === 0 ? t`Last hour: no measurements` : t`Last hour: ${LIST.format(counts)}`;
}
