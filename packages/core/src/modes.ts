/** The ways to answer that a person chooses from, in the order of the selector. A mode is one row here and one file in api/chat/modes/. */
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

/** Whether this server can do something, and the sentence that says why not. */
export interface Capability {
  ok: boolean;
  reason?: string;
}

/** What this server's model can do: each mode, and each kind of attachment beside text. */
export type Capabilities = Record<ModeId | 'attachImage' | 'attachPdf', Capability>;
