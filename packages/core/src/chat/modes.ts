/** The modes, in the order of the selector. A mode is one row here and one file in api/chat/modes/. */
export const MODES = [
  { id: 'normal', label: 'Normal' },
  { id: 'thinking', label: 'Thinking' },
  { id: 'image', label: 'Image' },
  { id: 'web_search', label: 'Search' },
] as const;

export type ModeId = (typeof MODES)[number]['id'];

export const DEFAULT_MODE: ModeId = 'normal';

export function isModeId(value: unknown): value is ModeId {
  return MODES.some((mode) => mode.id === value);
}
