import { hasCommandKey } from '../../../kit/controls/shortcut.ts';

/** The shortcut of the chat that these keys press, wherever the focus is. `?` is none in a text field. */
export function shortcutOf(event: KeyboardEvent): 'palette' | 'new-chat' | 'help' | null {
  const key = event.key.toLowerCase();
  if (hasCommandKey(event) && !event.altKey) {
    if (key === 'k' && !event.shiftKey) return 'palette';
    return key === 'o' && event.shiftKey ? 'new-chat' : null;
  }
  return key === '?' && !isTyping(event.target) ? 'help' : null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
}
