import { t } from '@parley/core';

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** A keyboard shortcut as written on this platform: `⇧⌘O` or `Ctrl+Shift+O`. */
export function shortcut(key: string, { command = false, shift = false } = {}): string {
  if (isMac) return `${shift ? '⇧' : ''}${command ? '⌘' : ''}${key}`;
  return [command && t`Ctrl`, shift && t`Shift`, key].filter(Boolean).join('+');
}

/**
 * The letter of a pressed key in lower case. For a key with a letter of another script, it is the Latin letter on the
 * same key: people with such a keyboard press Ctrl+K there.
 */
export function letterOf({ key, code }: { key: string; code: string }): string {
  return (key > '~' ? code.replace('Key', '') : key).toLowerCase();
}

/** Whether this platform's command key (⌘ or Ctrl) is pressed. */
export function hasCommandKey(event: { metaKey: boolean; ctrlKey: boolean }): boolean {
  return isMac ? event.metaKey : event.ctrlKey;
}
