import { useEffectEvent, useLayoutEffect } from 'react';
import { isDialogOpen } from '../../../kit/overlays/open-overlays.ts';
import { shortcutOf } from './shortcut-of.ts';

export interface ShortcutActions {
  onPalette: () => void;
  onNewChat: () => void;
  onHelp: () => void;
}

/** Handles the shortcuts that work wherever the focus is in the chat, unless a dialog is open. */
export function useShortcuts({ onPalette, onNewChat, onHelp }: ShortcutActions): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = shortcutOf(event);
    if (!shortcut || event.defaultPrevented || isDialogOpen()) return;
    event.preventDefault();
    ({ palette: onPalette, 'new-chat': onNewChat, help: onHelp })[shortcut]();
  });
  // An effect would come too late for a shortcut that the prerendered shell hands over.
  useLayoutEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
