import { TOOLS, type ToolCall, t } from '@parley/core';

const STATES = { starting: 'Running...', completed: t`Completed`, error: t`Error` } as const;

export function toolName({ name }: ToolCall): string {
  return TOOLS.find(({ id }) => id === name)?.label ?? name;
}

export function toolState({ status }: ToolCall): string {
  return STATES[status];
}

/** The state of a call, with its duration once it is known. */
export function toolStateAndDuration(call: ToolCall): string {
  return call.seconds === undefined ? toolState(call) : `${toolState(call)} · ${call.seconds.toFixed(1)} s`;
}

/** Describes a tool call and its state in words. */
export function toolWords({ name, status, detail }: ToolCall): string {
  const isDone = status === 'completed';
  switch (name) {
    case 'web_search':
      return t`${isDone ? t`Searched` : t`Searching`} the web${detail ? t` for “${detail}”` : ''}`;
    case 'image_generation':
      return isDone ? t`Created an image` : t`Creating an image`;
    case 'read_page':
      return `${isDone ? t`Read` : t`Reading`} ${detail ?? 'a page'}`;
    case 'look_at_picture':
      return t`${isDone ? t`Looked` : t`Looking`} at a picture`;
    case 'calculate':
      return `${isDone ? t`Calculated` : t`Calculating`}${detail ? ` ${detail}` : ''}`;
    case 'memory':
      return `${isDone ? t`Updated` : t`Updating`} memory${detail ? `: ${detail}` : ''}`;
    default:
      return name satisfies never;
  }
}
