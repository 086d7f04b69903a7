import { t } from '../language/translate.ts';

/** The modes, in the order of the selector. */
export const MODES = [
  { id: 'normal', label: t`Normal` },
  { id: 'thinking', label: t`Thinking` },
  { id: 'image', label: t`Image` },
  { id: 'web_search', label: t`Search` },
] as const;

export type ModeId = (typeof MODES)[number]['id'];

/** The tools of a reply, by their name on the wire. */
export const TOOLS = [
  { id: 'web_search', label: t`Web search` },
  { id: 'image_generation', label: t`Image generation` },
  { id: 'read_page', label: t`Web page` },
  { id: 'look_at_picture', label: t`Picture` },
  { id: 'calculate', label: t`Calculation` },
  { id: 'memory', label: t`Memory` },
] as const;

export type ToolName = (typeof TOOLS)[number]['id'];

export function isToolName(value: unknown): value is ToolName {
  return TOOLS.some(({ id }) => id === value);
}

/** What a server may or may not support: each mode, and each kind of attachment besides text. */
export const CAPABILITIES = [...MODES.map(({ id }) => id), 'attachImage', 'attachPdf'] as const;

export const DEFAULT_MODE: ModeId = 'normal';

export function isModeId(value: unknown): value is ModeId {
  return MODES.some((mode) => mode.id === value);
}
