import { t } from '@parley/core';
import type { ToolCall } from '@parley/core';
import { useEffect, useState } from 'react';
import { DoneIcon, ProblemIcon } from '../../../kit/icons/icons.ts';
import { Pulse } from '../../../kit/text/caret.tsx';
import { Icon } from '../../../kit/icons/icon.tsx';
import { listTools, type ToolRow } from './list-tools.ts';
import { TOOL_TIMINGS } from './tool-timings.ts';
import { toolStateAndDuration, toolWords } from './tool-words.ts';
import { useTools } from './use-tools.ts';

const NO_ROWS: ToolRow[] = [];

/** Panel of the tools that a reply uses. Folds away with the last row. */
export function ToolPanel({ messageId, calls }: { messageId: string; calls: ToolCall[] | undefined }) {
  const rows = useTools(listTools, NO_ROWS, messageId, calls);
  const { shown, isLeaving } = useLeaving(rows);
  if (shown.length === 0) return null;
  return (
    <div
      className={`grid max-w-(--measure) transition-[grid-template-rows,opacity,margin] duration-(--base) ${isLeaving ? 'mb-0 grid-rows-[0fr] opacity-0' : 'mb-4 grid-rows-[1fr]'}`}
    >
      <section aria-label={t`Executing Tools`} className="min-h-0 overflow-hidden rounded-lg bg-sunken px-4">
        <h3 className="mt-3 mb-1 text-sm font-medium">{t`Executing Tools`}</h3>
        <ul className="mb-3">
          {shown.map(({ key, call }) => (
            <ToolLine key={key} call={call} />
          ))}
        </ul>
      </section>
    </div>
  );
}

function ToolLine({ call }: { call: ToolCall }) {
  const isWrong = call.status === 'error';
  const words = toolWords(call);
  return (
    <li className={`flex min-h-7 min-w-0 items-center gap-2 text-sm ${isWrong ? 'text-danger' : 'text-muted'}`}>
      <span className="grid size-4 shrink-0 place-items-center">
        {call.status === 'starting' ? <Pulse /> : <Icon icon={isWrong ? ProblemIcon : DoneIcon} size="sm" />}
      </span>
      <span data-tooltip={words} className="min-w-0 truncate">
        {words}
      </span>
      <span className={`ms-auto ps-3 whitespace-nowrap ${isWrong ? '' : 'text-subtle'}`}>
        {toolStateAndDuration(call)}
      </span>
    </li>
  );
}

/** Keeps the last rows rendered while the panel folds away. */
function useLeaving(rows: ToolRow[]): { shown: ToolRow[]; isLeaving: boolean } {
  const [last, setLast] = useState(rows);
  if (rows.length > 0 && rows !== last) setLast(rows);
  const isLeaving = rows.length === 0 && last.length > 0;
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setLast(NO_ROWS), TOOL_TIMINGS.panelFoldsFor);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  return { shown: rows.length > 0 ? rows : last, isLeaving };
}
