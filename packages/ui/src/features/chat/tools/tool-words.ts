import type { ToolCall } from '@parley/core';

const NAMES = { web_search: 'Web search', image_generation: 'Image generation' } as const;

const STATES = { starting: 'Running...', completed: 'Completed', error: 'Error' } as const;

export function toolName({ name }: ToolCall): string {
  return NAMES[name];
}

export function toolState({ status }: ToolCall): string {
  return STATES[status];
}

/** Describes a tool call and its state in words. */
export function toolWords({ name, status, detail }: ToolCall): string {
  const isDone = status === 'completed';
  switch (name) {
    case 'web_search':
      return `${isDone ? 'Searched' : 'Searching'} the web${detail ? ` for “${detail}”` : ''}`;
    case 'image_generation':
      return isDone ? 'Created an image' : 'Creating an image';
    default:
      return name satisfies never;
  }
}
