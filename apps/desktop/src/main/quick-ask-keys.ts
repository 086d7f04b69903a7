import { dialog, globalShortcut, type MenuItemConstructorOptions } from 'electron';
import type { SettingsFile } from './settings-file.ts';

/** What quick ask can be called with from anywhere; an empty text for nothing. */
const CHOICES = ['CommandOrControl+Shift+Space', 'Alt+Space', 'CommandOrControl+Alt+P', ''];

export interface QuickAskKeys {
  /** Takes the keys that were chosen last; tells when somebody else has them. */
  start(): void;
  /** The menu to choose others. */
  submenu(): MenuItemConstructorOptions[];
  stop(): void;
}

/** The keys that call quick ask wherever the person is. `onChange` is called when the menu has to be drawn anew. */
export function createQuickAskKeys(file: SettingsFile, onCall: () => void, onChange: () => void): QuickAskKeys {
  const chosen = () => file.read().quickAskKeys ?? CHOICES[0] ?? '';
  let taken: string | null = null;

  const register = (keys: string): boolean => {
    try {
      return globalShortcut.register(keys, onCall);
    } catch {
      // A settings file that was written by hand may name keys that there are not.
      return false;
    }
  };
  const tell = (keys: string) =>
    void dialog.showMessageBox({
      type: 'info',
      message: `${inWords(keys)} belongs to another program.`,
      detail: 'Quick ask can be called with other keys: choose them in the menu File, Quick Ask.',
      buttons: ['OK'],
    });
  const choose = (keys: string) => {
    const before = chosen();
    if (keys === before && taken === null) return;
    globalShortcut.unregisterAll();
    taken = keys === '' || register(keys) ? null : keys;
    if (taken === null) file.change({ quickAskKeys: keys });
    else {
      tell(keys);
      // What worked goes on working.
      if (before !== '' && before !== keys && register(before)) taken = null;
    }
    onChange();
  };

  return {
    start() {
      const keys = chosen();
      taken = keys === '' || register(keys) ? null : keys;
      if (taken !== null) tell(taken);
      onChange();
    },
    submenu: () => [
      { label: 'Ask Now', click: onCall },
      { type: 'separator' },
      ...CHOICES.map((keys) => ({
        label: keys === '' ? 'No Keys' : inWords(keys) + (keys === taken ? ' (taken by another program)' : ''),
        type: 'radio' as const,
        checked: keys === chosen(),
        click: () => choose(keys),
      })),
    ],
    stop: () => globalShortcut.unregisterAll(),
  };
}

function inWords(keys: string): string {
  const isMac = process.platform === 'darwin';
  return keys.replace('CommandOrControl', isMac ? '⌘' : 'Ctrl').replace('Alt', isMac ? '⌥' : 'Alt');
}
