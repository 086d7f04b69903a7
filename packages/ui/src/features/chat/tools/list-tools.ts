import type { ToolCall } from '@parley/core';
import { TOOL_TIMINGS } from './tool-timings.ts';

export interface ToolRow {
  /** Index of the call in its reply. */
  key: number;
  call: ToolCall;
}

export interface ToolFollower {
  /** Takes the current calls of the reply; an empty list once the reply has ended. */
  update(calls: readonly ToolCall[]): void;
  dispose(): void;
}

/** Computes the panel's rows: running calls, and calls that failed or whose duration came a moment ago. */
export function listTools(onRows: (rows: ToolRow[]) => void): ToolFollower {
  const timers: ReturnType<typeof setTimeout>[] = [];
  const seen = new Set<number>();
  const ended = new Map<number, ToolCall>();
  let running: ToolRow[] = [];
  let shown = 0;
  const publish = () => {
    const rows = [...running, ...[...ended].map(([key, call]) => ({ key, call }))].sort((a, b) => a.key - b.key);
    if (rows.length > 0 || shown > 0) onRows(rows);
    shown = rows.length;
  };
  const remove = (key: number) => {
    ended.delete(key);
    publish();
  };
  return {
    update(calls) {
      running = calls.flatMap((call, key) => (call.status === 'starting' ? [{ key, call }] : []));
      for (const [key, call] of calls.entries()) {
        const isNews = call.status === 'error' || (call.status === 'completed' && call.seconds !== undefined);
        if (!isNews || seen.has(key)) continue;
        seen.add(key);
        ended.set(key, call);
        timers.push(setTimeout(remove, TOOL_TIMINGS.endRemovedAfter, key));
      }
      publish();
    },
    dispose() {
      timers.forEach(clearTimeout);
    },
  };
}
