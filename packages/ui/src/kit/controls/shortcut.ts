const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** A chord as it is written on this machine's keyboard: `⇧⌘O` or `Ctrl+Shift+O`. */
export function shortcut(key: string, { command = false, shift = false } = {}): string {
  if (isMac) return `${shift ? '⇧' : ''}${command ? '⌘' : ''}${key}`;
  return [command && 'Ctrl', shift && 'Shift', key].filter(Boolean).join('+');
}

/** Whether the key that stands for commands on this machine is down. */
export function hasCommandKey(event: { metaKey: boolean; ctrlKey: boolean }): boolean {
  return isMac ? event.metaKey : event.ctrlKey;
}
