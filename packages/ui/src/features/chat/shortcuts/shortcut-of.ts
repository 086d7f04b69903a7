import { hasCommandKey, letterOf } from '../../../kit/controls/shortcut.ts';

/** The shortcut of the chat that these keys press, wherever the focus is. `?` is none in a text field. */
export function shortcutOf(event: KeyboardEvent): 'palette' | 'new-chat' | 'help' | null {
  if (hasCommandKey(event) && !event.altKey) {
    const letter = letterOf(event);
    if (letter === 'k' && !event.shiftKey) return 'palette';
    return letter === 'o' && event.shiftKey ? 'new-chat' : null;
  }
  return (event.key === '?' || event.key === '؟') && !isTyping(event.target) ? 'help' : null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
}
