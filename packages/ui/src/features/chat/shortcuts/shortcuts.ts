import { shortcut } from '../../../kit/controls/shortcut.ts';

export interface Shortcut {
  keys: string;
  does: string;
}

/** The chat's keyboard shortcuts, as listed by `?`. */
export const SHORTCUTS: Shortcut[] = [
  { keys: 'Enter', does: 'Send message' },
  { keys: shortcut('Enter', { shift: true }), does: 'New line' },
  { keys: 'Esc', does: 'Stop reply' },
  { keys: '↑', does: 'Edit your last message (from an empty box)' },
  { keys: shortcut('K', { command: true }), does: 'Jump to a conversation or a message' },
  { keys: shortcut('O', { command: true, shift: true }), does: 'New Chat' },
  { keys: '>', does: 'Quote selected text' },
  { keys: 'F2', does: 'Rename focused conversation' },
  { keys: '?', does: 'Show keyboard shortcuts' },
];
