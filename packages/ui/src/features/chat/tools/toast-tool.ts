import type { ToolCall } from '@parley/core';
import type { ToolFollower } from './list-tools.ts';
import { TOOL_TIMINGS } from './tool-timings.ts';

const { toastCompletedAfter, toastHiddenAfter, endRemovedAfter } = TOOL_TIMINGS;

/**
 * Computes the toast for the newest call of a reply: 'Running...' for at least two seconds, to avoid flicker; then
 * 'Completed' once it is; nothing after one more second.
 */
export function toastTool(onToast: (call: ToolCall | null) => void): ToolFollower {
  let timers: ReturnType<typeof setTimeout>[] = [];
  let newest = -1;
  let call: ToolCall | null = null;
  let startedAt = 0;

  const later = (task: () => void, delay: number) => timers.push(setTimeout(task, Math.max(0, delay)));
  const forget = () => {
    timers.forEach(clearTimeout);
    timers = [];
  };
  const show = (next: ToolCall | null) => {
    call = next;
    onToast(next);
  };
  const end = (ended: ToolCall) => {
    forget();
    if (ended.status === 'error') {
      show(ended);
      later(() => show(null), endRemovedAfter);
      return;
    }
    const wait = Math.max(0, startedAt + toastCompletedAfter - Date.now());
    later(() => show(ended), wait);
    later(() => show(null), wait + toastHiddenAfter - toastCompletedAfter);
  };
  return {
    update(calls) {
      const last = calls.at(-1);
      if (!last) {
        // The reply has ended, so a tool without an end event is over as well.
        if (call?.status === 'starting' && timers.length === 0) show(null);
        return;
      }
      const key = calls.length - 1;
      if (key > newest) {
        newest = key;
        forget();
        startedAt = Date.now();
        show({ ...last, status: 'starting' });
      }
      if (last.status !== 'starting' && call?.status === 'starting' && timers.length === 0) end(last);
    },
    dispose() {
      forget();
      if (call) onToast(null);
    },
  };
}
