import { TOOLS, type ToolCall, t } from '@parley/core';
import { formatDecimal } from '../../../kit/text/format/format-decimal.ts';

const STATES = { starting: t`Running...`, completed: t`Completed`, error: t`Error` } as const;

export function toolName({ name }: ToolCall): string {
  return TOOLS.find(({ id }) => id === name)?.label ?? name;
}

export function toolState({ status }: ToolCall): string {
  return STATES[status];
}

/** The state of a call, with its duration once it is known. */
export function toolStateAndDuration(call: ToolCall): string {
  return call.seconds === undefined ? toolState(call) : t`${toolState(call)} · ${formatDecimal(call.seconds)} s`;
}

/** Describes a tool call and its state in words. */
export function toolWords({ name, status, detail }: ToolCall): string {
  const isDone = status === 'completed';
  switch (name) {
    case 'web_search':
      if (detail) return isDone ? t`Searched the web for “${detail}”` : t`Searching the web for “${detail}”`;
      return isDone ? t`Searched the web` : t`Searching the web`;
    case 'image_generation':
      return isDone ? t`Created an image` : t`Creating an image`;
    case 'read_page':
      if (detail) return isDone ? t`Read ${detail}` : t`Reading ${detail}`;
      return isDone ? t`Read a page` : t`Reading a page`;
    case 'look_at_picture':
      return isDone ? t`Looked at a picture` : t`Looking at a picture`;
    case 'calculate':
      if (detail) return isDone ? t`Calculated ${detail}` : t`Calculating ${detail}`;
      return isDone ? t`Calculated` : t`Calculating`;
    case 'memory':
      if (detail) return isDone ? t`Updated memory: ${detail}` : t`Updating memory: ${detail}`;
      return isDone ? t`Updated memory` : t`Updating memory`;
    default:
      return name satisfies never;
  }
}
