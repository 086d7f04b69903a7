import { t } from '@parley/core';
import { shortcut } from '../../../kit/controls/shortcut.ts';

export interface Shortcut {
  keys: string;
  does: string;
}

/** The chat's keyboard shortcuts, as listed by `?`. */
export const SHORTCUTS: Shortcut[] = [
  { keys: t`Enter`, does: t`Send message` },
  { keys: shortcut(t`Enter`, { shift: true }), does: t`New line` },
  { keys: t`Esc`, does: t`Stop reply` },
  { keys: '↑', does: t`Edit your last message (from an empty box)` },
  { keys: shortcut('K', { command: true }), does: t`Jump to a conversation or a message` },
  { keys: shortcut('O', { command: true, shift: true }), does: t`New Chat` },
  { keys: '>', does: t`Quote selected text` },
  { keys: 'F2', does: t`Rename focused conversation` },
  { keys: '?', does: t`Show keyboard shortcuts` },
];
