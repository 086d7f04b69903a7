import { dialog, globalShortcut, type MenuItemConstructorOptions } from 'electron';
import { t } from '@parley/core';
import type { SettingsFile } from '../system/settings-file.ts';

/** The shortcuts offered for quick ask; empty for none. */
const CHOICES = ['CommandOrControl+Shift+Space', 'Alt+Space', 'CommandOrControl+Alt+P', ''];

export interface QuickAskKeys {
  /** Registers the shortcut chosen last; shows a message if another program has it. */
  start(): void;
  /** The menu to choose another shortcut. */
  submenu(): MenuItemConstructorOptions[];
  stop(): void;
}

/** The global shortcut of quick ask. Calls `onChange` when the menu has to be rebuilt. */
export function createQuickAskKeys(file: SettingsFile, onCall: () => void, onChange: () => void): QuickAskKeys {
  const chosen = () => file.read().quickAskKeys ?? CHOICES[0] ?? '';
  let taken: string | null = null;

  const register = (keys: string): boolean => {
    try {
      return globalShortcut.register(keys, onCall);
    } catch {
      // A settings file edited by hand may name keys that do not exist.
      return false;
    }
  };
  const showMessage = (keys: string) =>
    void dialog.showMessageBox({
      type: 'info',
      message: t`Another app is using ${inWords(keys)}.`,
      detail: t`To use a different shortcut for Quick Ask, choose one under File > Quick Ask.`,
      buttons: [t`OK`],
    });
  const choose = (keys: string) => {
    const before = chosen();
    if (keys === before && taken === null) return;
    globalShortcut.unregisterAll();
    taken = keys === '' || register(keys) ? null : keys;
    if (taken === null) file.change({ quickAskKeys: keys });
    else {
      showMessage(keys);
      // The old shortcut still works.
      if (before !== '' && before !== keys && register(before)) taken = null;
    }
    onChange();
  };

  return {
    start() {
      const keys = chosen();
      taken = keys === '' || register(keys) ? null : keys;
      if (taken !== null) showMessage(taken);
      onChange();
    },
    submenu: () => [
      { label: t`Ask Now`, click: onCall },
      { type: 'separator' },
      ...CHOICES.map((keys) => ({
        label: labelOf(keys, keys === taken),
        type: 'radio' as const,
        checked: keys === chosen(),
        click: () => choose(keys),
      })),
    ],
    stop: () => globalShortcut.unregisterAll(),
  };
}

function labelOf(keys: string, isTaken: boolean): string {
  if (keys === '') return t`No Shortcut`;
  return isTaken ? t`${inWords(keys)} (used by another app)` : inWords(keys);
}

function inWords(keys: string): string {
  const isMac = process.platform === 'darwin';
  return keys.replace('CommandOrControl', isMac ? '⌘' : 'Ctrl').replace('Alt', isMac ? '⌥' : 'Alt');
}
