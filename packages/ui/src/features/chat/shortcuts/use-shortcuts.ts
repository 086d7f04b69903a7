import { useEffect, useEffectEvent } from 'react';
import { hasCommandKey } from '../../../kit/controls/shortcut.ts';
import { isDialogOpen } from '../../../kit/overlays/open-overlays.ts';

export interface ShortcutActions {
  onPalette: () => void;
  onNewChat: () => void;
  onHelp: () => void;
}

/** Handles the shortcuts that work wherever the focus is in the chat, unless a dialog is open. */
export function useShortcuts(actions: ShortcutActions): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event, actions);
    if (!action || event.defaultPrevented || isDialogOpen()) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function actionOf(event: KeyboardEvent, { onPalette, onNewChat, onHelp }: ShortcutActions): (() => void) | null {
  const key = event.key.toLowerCase();
  if (hasCommandKey(event) && !event.altKey) {
    if (key === 'k' && !event.shiftKey) return onPalette;
    return key === 'o' && event.shiftKey ? onNewChat : null;
  }
  return key === '?' && !isTyping(event.target) ? onHelp : null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
}
