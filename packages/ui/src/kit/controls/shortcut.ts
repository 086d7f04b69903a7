import { t } from '@parley/core';

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** A keyboard shortcut as written on this platform: `⇧⌘O` or `Ctrl+Shift+O`. */
export function shortcut(key: string, { command = false, shift = false } = {}): string {
  if (isMac) return `${shift ? '⇧' : ''}${command ? '⌘' : ''}${key}`;
  return [command && t`Ctrl`, shift && t`Shift`, key].filter(Boolean).join('+');
}

/**
 * The letter of a pressed key, in small. A keyboard for another script gives the Latin letter that shares the key: its
 * users press Ctrl+K there.
 */
export function letterOf({ key, code }: { key: string; code: string }): string {
  return (key > '~' ? code.replace('Key', '') : key).toLowerCase();
}

/** Whether this platform's command key (⌘ or Ctrl) is pressed. */
export function hasCommandKey(event: { metaKey: boolean; ctrlKey: boolean }): boolean {
  return isMac ? event.metaKey : event.ctrlKey;
}
