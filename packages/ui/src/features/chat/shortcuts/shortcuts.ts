import { shortcut } from '../../../kit/controls/shortcut.ts';

export interface Shortcut {
  keys: string;
  does: string;
}

/** The chat's keyboard shortcuts, as listed by `?`. */
export const SHORTCUTS: Shortcut[] = [
  { keys: 'Enter', does: 'Send the message' },
  { keys: shortcut('Enter', { shift: true }), does: 'Begin a new line' },
  { keys: 'Esc', does: 'Stop the reply' },
  { keys: '↑', does: 'Edit your last message, from an empty box' },
  { keys: shortcut('K', { command: true }), does: 'Jump to a conversation or a message' },
  { keys: shortcut('O', { command: true, shift: true }), does: 'New Chat' },
  { keys: 'F2', does: 'Rename the conversation that has the focus' },
  { keys: '?', does: 'Show these shortcuts' },
];
